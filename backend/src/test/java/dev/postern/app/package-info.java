/** The whole program. */
@NullMarked
package dev.postern.app;

import org.jspecify.annotations.NullMarked;
