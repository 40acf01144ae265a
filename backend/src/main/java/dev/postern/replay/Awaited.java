package dev.postern.replay;

import java.time.Instant;

/**
 * An attempt that was queued and whose outcome isn't known yet.
 *
 * @param attempt its number; 0 where that was lost with the process that queued it
 * @param since when it was queued, in whole milliseconds
 */
public record Awaited(Target target, int attempt, Instant since) {}
