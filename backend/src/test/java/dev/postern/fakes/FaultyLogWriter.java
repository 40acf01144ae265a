package dev.postern.fakes;

import dev.postern.logstore.LogWriter;
import dev.postern.model.LogEntry;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;

/** A log that can be down, and that refuses, whole, every batch with certain events in it. */
public final class FaultyLogWriter implements LogWriter {

    private final LogWriter writer;
    private final Faults faults;
    private final Set<String> unstorable = ConcurrentHashMap.newKeySet();
    private final List<Integer> stored = new CopyOnWriteArrayList<>();
    private final List<Integer> tried = new CopyOnWriteArrayList<>();

    public FaultyLogWriter(LogWriter writer, Faults faults) {
        this.writer = writer;
        this.faults = faults;
    }

    public void refuse(String eventId) {
        unstorable.add(eventId);
    }

    /** The sizes of the batches that were stored, in order. */
    public List<Integer> storedSizes() {
        return stored;
    }

    /** The sizes of all batches that were to be stored, in order. */
    public List<Integer> triedSizes() {
        return tried;
    }

    @Override
    public Mono<Void> insert(List<LogEntry> entries) {
        return Mono.defer(() -> {
            tried.add(entries.size());
            Set<String> refused = entries.stream()
                    .map(entry -> entry.event().id())
                    .filter(unstorable::contains)
                    .collect(Collectors.toSet());
            return refused.isEmpty()
                    ? faults.around(writer.insert(entries)).doOnSuccess(done -> stored.add(entries.size()))
                    : faults.around(Mono.error(new IllegalArgumentException("bad data in " + refused)));
        });
    }
}
