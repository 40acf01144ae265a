/** Destinations: read, written, tried out; their credentials are shown as hints, or revealed. */
@NullMarked
package dev.postern.api.destination;

import org.jspecify.annotations.NullMarked;
