/** What a process measures of itself, and {@code /metrics}, where Prometheus reads it. */
@NullMarked
package dev.postern.app.metrics;

import org.jspecify.annotations.NullMarked;
