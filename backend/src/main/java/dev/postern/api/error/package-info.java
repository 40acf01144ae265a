/** What goes wrong, and how it is told. */
@NullMarked
package dev.postern.api.error;

import org.jspecify.annotations.NullMarked;
