/** The schema's own scalars. */
@NullMarked
package dev.postern.api.scalar;

import org.jspecify.annotations.NullMarked;
