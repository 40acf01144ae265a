package dev.postern.app.observed;

import dev.postern.app.traces.Traces;
import dev.postern.app.traces.Traces.Beginning;
import dev.postern.app.traces.Traces.Kind;
import dev.postern.app.traces.Traces.Span;
import dev.postern.model.LogEntry;
import dev.postern.model.Origin;
import dev.postern.model.Trace;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Mono;

/** Traces a batch of the log: a span of its own with links to its deliveries, and the end of the trace of each. */
final class LogSpans {

    /** As many links as the standard lets a span have. */
    private static final int MOST_LINKS = 128;

    private final Traces traces;

    LogSpans(Traces traces) {
        this.traces = traces;
    }

    Mono<Void> around(List<LogEntry> entries, Mono<Void> insert) {
        return traces.on() ? Mono.defer(() -> traced(entries, insert)) : insert;
    }

    private Mono<Void> traced(List<LogEntry> entries, Mono<Void> insert) {
        List<Trace> deliveries = new ArrayList<>();
        for (LogEntry entry : entries) {
            Origin origin = entry.origin();
            if (origin != null && origin.trace() != null) {
                deliveries.add(origin.trace());
            }
        }
        if (deliveries.isEmpty()) {
            return insert;
        }
        Span batch = traces.begin(new Beginning("log batch", Kind.INTERNAL, null)
                        .linkedTo(deliveries.subList(0, Math.min(MOST_LINKS, deliveries.size()))))
                .with("postern.log.entries", entries.size());
        Trace place = batch.place();
        List<Span> all = new ArrayList<>(deliveries.size() + 1);
        for (Trace delivery : deliveries) {
            all.add(traces.begin(new Beginning("log", Kind.CONSUMER, delivery)
                    .linkedTo(place == null ? List.of() : List.of(place))));
        }
        all.add(batch);
        return insert.doOnError(
                        e -> all.forEach(span -> span.failed(e.getClass().getSimpleName())))
                .doFinally(signal -> all.forEach(Span::end));
    }
}
