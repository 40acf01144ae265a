package dev.postern.intake;

import dev.postern.intake.EventSource.Arrival;
import dev.postern.model.Event;
import dev.postern.model.IdGenerator;
import dev.postern.publish.EventPublisher;
import dev.postern.publish.PublishResult;
import dev.postern.worker.Handover;
import dev.postern.worker.Worker;
import dev.postern.worker.WorkerLoop;
import dev.postern.worker.WorkerLoop.Signals;
import dev.postern.worker.WorkerState;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.HexFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Publishes the events of a queue. A message is acknowledged once its event's deliveries are safely queued, was
 * published before, or belongs to no destination; rejected where it is no event; and goes back where publishing
 * failed, as often as it may.
 */
public final class IntakeWorker implements Worker {

    private static final Logger log = LoggerFactory.getLogger(IntakeWorker.class);

    private final EventSource source;
    private final EventPublisher publisher;
    private final FailureCounter failures;
    private final EventReading reading;
    private final IntakeSettings settings;
    private final WorkerLoop loop;

    public IntakeWorker(
            EventSource source,
            EventPublisher publisher,
            FailureCounter failures,
            IdGenerator ids,
            Clock clock,
            IntakeSettings settings) {
        this.source = source;
        this.publisher = publisher;
        this.failures = failures;
        this.reading = new EventReading(ids, clock, settings);
        this.settings = settings;
        this.loop = new WorkerLoop("publish queue", settings.drain(), this::work, source::outage);
    }

    @Override
    public void start() {
        loop.start();
    }

    @Override
    public Mono<Void> stop() {
        return loop.stop();
    }

    @Override
    public boolean isRunning() {
        return loop.isRunning();
    }

    @Override
    public WorkerState state() {
        return loop.state();
    }

    private Mono<Void> work(Signals signals) {
        return Mono.defer(() -> {
            var stopping = signals.whenStopping().cache();
            return Handover.until(source.arrivals(settings.prefetch()), stopping, this::giveBack)
                    .flatMap(
                            arrival -> take(arrival, stopping).takeUntilOther(signals.whenCutOff()),
                            settings.concurrency())
                    .then();
        });
    }

    private void giveBack(Arrival late) {
        settled(late, late.requeue()).subscribe();
    }

    private Mono<Void> take(Arrival arrival, Mono<Void> stopping) {
        Event event;
        try {
            event = reading.read(arrival.body());
        } catch (MalformedEventException e) {
            log.error("event rejected: message_id={} reason={}", arrival.id(), e.getMessage());
            return settled(arrival, arrival.reject());
        }
        return settled(arrival, publish(event).flatMap(outcome -> switch (outcome) {
            case Outcome.Done done -> {
                log.debug("event taken in: {} outcome={}", event, done.how());
                yield arrival.ack();
            }
            case Outcome.Failed failure -> failed(event, arrival, failure.why(), stopping);
        }));
    }

    private Mono<Outcome> publish(Event event) {
        return Mono.defer(() -> publisher.publish(event))
                .<Outcome>map(result -> switch (result) {
                    case PublishResult.Accepted accepted -> new Outcome.Done("accepted");
                    case PublishResult.Duplicate duplicate -> new Outcome.Done("published before");
                    case PublishResult.NoMatch noMatch -> new Outcome.Done("no destination");
                    case PublishResult.InProgress rival -> new Outcome.Failed("the same id is being published");
                    case PublishResult.UnknownTopic unknown ->
                        new Outcome.Failed("topic '%s' is not one of TOPICS".formatted(unknown.topic()));
                })
                .onErrorResume(e -> Mono.just(new Outcome.Failed(e.toString())));
    }

    /** Held for a while first, so that what always fails doesn't go round without a pause. */
    private Mono<Void> failed(Event event, Arrival arrival, String why, Mono<Void> stopping) {
        Mono<Void> back = Mono.firstWithSignal(Mono.delay(settings.pause()).then(), stopping)
                .then(arrival.requeue());
        return mayComeAgain(arrival).flatMap(may -> {
            if (may) {
                log.warn("event put back: {} message_id={} reason={}", event, arrival.id(), why);
                return back;
            }
            log.error(
                    "event rejected: {} message_id={} reason={} redeliveries={}",
                    event,
                    arrival.id(),
                    why,
                    settings.maxRedeliveries());
            return arrival.reject();
        });
    }

    private Mono<Boolean> mayComeAgain(Arrival arrival) {
        if (settings.maxRedeliveries() < 0) {
            return Mono.just(true);
        }
        return failures.failed(key(arrival))
                .map(count -> count <= settings.maxRedeliveries())
                // What can't be counted isn't held against the message.
                .onErrorReturn(true);
    }

    /** An event that couldn't be settled comes again, and is known then. */
    private static Mono<Void> settled(Arrival arrival, Mono<Void> settling) {
        return settling.onErrorResume(e -> {
            log.warn(
                    "a message of the publish queue could not be settled, and comes again: id={} error={}",
                    arrival.id(),
                    e.toString());
            return Mono.empty();
        });
    }

    private static String key(Arrival arrival) {
        String id = arrival.id();
        if (id != null && !id.isEmpty()) {
            return id;
        }
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(arrival.body()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private sealed interface Outcome {

        record Done(String how) implements Outcome {}

        record Failed(String why) implements Outcome {}
    }
}
