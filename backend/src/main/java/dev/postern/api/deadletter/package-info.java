/** Messages that could not be worked off, for operators. */
@NullMarked
package dev.postern.api.deadletter;

import org.jspecify.annotations.NullMarked;
