/** Documents that are known beforehand: asked for by their hash, and where the operator wishes the only ones to run. */
@NullMarked
package dev.postern.api.trusted;

import org.jspecify.annotations.NullMarked;
