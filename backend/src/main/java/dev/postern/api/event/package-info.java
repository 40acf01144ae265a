/** Events: published, read, and how far each has come. */
@NullMarked
package dev.postern.api.event;

import org.jspecify.annotations.NullMarked;
