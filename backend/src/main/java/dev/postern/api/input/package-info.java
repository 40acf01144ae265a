/** Mutations' input: read, checked, and made into words. */
@NullMarked
package dev.postern.api.input;

import org.jspecify.annotations.NullMarked;
