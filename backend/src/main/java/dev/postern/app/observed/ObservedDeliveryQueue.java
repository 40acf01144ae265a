package dev.postern.app.observed;

import dev.postern.app.traces.Traces;
import dev.postern.app.traces.Traces.Beginning;
import dev.postern.app.traces.Traces.Kind;
import dev.postern.app.traces.Traces.Span;
import dev.postern.model.DeliveryTask;
import dev.postern.model.Event;
import dev.postern.model.Origin;
import dev.postern.model.Trace;
import dev.postern.queue.DeliveryQueue;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * The queue of deliveries, whose tasks say since when they are under way, and what they are part of. In the Reactor
 * context that is the {@link Span} under its class.
 */
final class ObservedDeliveryQueue extends ObservedQueue<DeliveryTask> implements DeliveryQueue {

    private static final Tags NAME = Tags.of("queue", "delivery");

    private final Settled settled;
    private final Traces traces;
    private final Clock clock;

    ObservedDeliveryQueue(DeliveryQueue queue, Watch publishing, Settled settled, Traces traces, Clock clock) {
        super(queue, "delivery", publishing, settled);
        this.settled = settled;
        this.traces = traces;
        this.clock = clock;
    }

    @Override
    public Mono<Void> publish(List<DeliveryTask> tasks) {
        return traces.on()
                ? Mono.deferContextual(context -> traced(tasks, context))
                : Mono.defer(() -> super.publish(stamped(tasks)));
    }

    /** New tasks are published together; those that were under way before go on in the traces of their own. */
    private Mono<Void> traced(List<DeliveryTask> tasks, ContextView context) {
        List<Span> spans = new ArrayList<>();
        List<DeliveryTask> fresh =
                tasks.stream().filter(task -> task.origin() == null).toList();
        Trace place = null;
        if (!fresh.isEmpty()) {
            Event event = fresh.getFirst().event();
            Span publish = publishing(context.getOrDefault(Span.class, null))
                    .with("postern.event.id", event.id())
                    .with("postern.tenant.id", event.tenantId())
                    .with("postern.destinations", fresh.size());
            place = publish.place();
            spans.add(publish);
        }
        var origin = new Origin(clock.instant(), place);
        List<DeliveryTask> stamped = tasks.stream()
                .map(task -> task.origin() == null ? task.withOrigin(origin) : again(task, spans))
                .toList();
        return super.publish(stamped)
                .doOnError(e -> spans.forEach(span -> span.failed(e.getClass().getSimpleName())))
                .doFinally(signal -> spans.forEach(Span::end));
    }

    /** The first of a trace where nothing is known that it is part of, and not recorded where that isn't. */
    private Span publishing(@Nullable Span request) {
        Trace parent = request == null ? null : request.place();
        return request != null && parent == null
                ? Span.NONE
                : traces.begin(new Beginning("publish", Kind.PRODUCER, parent));
    }

    private DeliveryTask again(DeliveryTask task, List<Span> spans) {
        Origin origin = task.origin();
        if (origin == null || origin.trace() == null) {
            return task;
        }
        Span span = traces.begin(new Beginning(
                        task.attempt() > 1 && !task.manual() ? "retry" : "queue again", Kind.PRODUCER, origin.trace()))
                .with("postern.attempt", task.attempt());
        spans.add(span);
        return task.withOrigin(new Origin(origin.since(), span.place() == null ? origin.trace() : span.place()));
    }

    private List<DeliveryTask> stamped(List<DeliveryTask> tasks) {
        var origin = new Origin(clock.instant(), null);
        return tasks.stream()
                .map(task -> task.origin() == null ? task.withOrigin(origin) : task)
                .toList();
    }

    /** Until it is settled it is part of a span of its own, as is all that comes of it. */
    @Override
    Message<DeliveryTask> observed(Message<DeliveryTask> message) {
        DeliveryTask task = message.body();
        Origin origin = task.origin();
        if (!traces.on() || origin == null || origin.trace() == null) {
            return super.observed(message);
        }
        Instant now = clock.instant();
        if (message.receives() == 1) {
            traces.begin(new Beginning("queue", Kind.CONSUMER, origin.trace()).since(origin.since()))
                    .end();
        }
        Span span = traces.begin(new Beginning("deliver", Kind.CONSUMER, origin.trace()).since(now))
                .with("postern.event.id", task.event().id())
                .with("postern.tenant.id", task.event().tenantId())
                .with("postern.destination.id", task.destinationId())
                .with("postern.attempt", task.attempt())
                .with("postern.receives", message.receives());
        Trace place = span.place() == null ? origin.trace() : span.place();
        return new ObservedMessage<>(message, task.withOrigin(new Origin(origin.since(), place)), how -> {
            settled.count(NAME, how);
            span.with("postern.settled", how).end();
        });
    }
}
