package dev.postern.logstore;

import dev.postern.model.LogEntry;
import java.util.List;
import reactor.core.publisher.Mono;

/** Writes to the log. */
public interface LogWriter {

    /**
     * Stores the entries' deliveries, and the events of those that are first attempts. An entry that is
     * stored already, or that stands twice in the batch, is stored once, the last standing. Where any can't
     * be stored, it is an error, a {@link LogNotReadyException} if that is known to be no entry's fault: a
     * store that has transactions then keeps none of them, another perhaps some, events before deliveries.
     * Either way the batch can be given again, whole or in parts.
     */
    Mono<Void> insert(List<LogEntry> entries);
}
