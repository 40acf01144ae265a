package dev.postern.queue;

import dev.postern.model.LogEntry;

/** Attempts that were made, on their way to the log. */
public interface LogQueue extends MessageQueue<LogEntry> {}
