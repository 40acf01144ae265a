package dev.postern.logstore;

import dev.postern.model.LogEntry;
import java.util.List;
import reactor.core.publisher.Mono;

/** Writes to the log. */
public interface LogWriter {

    /**
     * Stores the entries' deliveries, and the events of those that are first attempts, in one
     * transaction. An entry that is stored already, or that stands twice in the batch, is stored once,
     * the last standing.
     */
    Mono<Void> insert(List<LogEntry> entries);
}
