package dev.postern.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a message in a queue comes from.
 *
 * @param since when what it asks for was asked for first; parked and queued anew, it stays the same
 * @param trace the work that it follows; null where that isn't traced
 */
public record Origin(Instant since, @Nullable Trace trace) {}
