/** Opaque ids, and the objects that they stand for. */
@NullMarked
package dev.postern.api.node;

import org.jspecify.annotations.NullMarked;
