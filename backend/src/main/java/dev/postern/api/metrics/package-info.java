/** Counts of events and deliveries over time. */
@NullMarked
package dev.postern.api.metrics;

import org.jspecify.annotations.NullMarked;
