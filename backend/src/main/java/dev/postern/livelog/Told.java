package dev.postern.livelog;

/**
 * A notice, told for the first time to this process.
 *
 * @param bringsItsEvent whether the event is told with it, too
 */
public record Told(LogNotice notice, boolean bringsItsEvent) {}
