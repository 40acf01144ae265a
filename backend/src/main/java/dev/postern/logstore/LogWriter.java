package dev.postern.logstore;

import dev.postern.model.LogEntry;
import java.util.List;
import reactor.core.publisher.Mono;

/** Writes to the log. */
public interface LogWriter {

    /**
     * Stores the entries' deliveries, and the events of those that are first attempts, in one
     * transaction. An entry that is stored already, or that stands twice in the batch, is stored once,
     * the last standing. Where any can't be stored, none is; the error is a {@link LogNotReadyException}
     * if that is known to be no entry's fault.
     */
    Mono<Void> insert(List<LogEntry> entries);
}
