package dev.postern.app.observed;

import dev.postern.alert.OperatorEventSink;
import dev.postern.app.traces.Traces;
import dev.postern.idempotency.Idempotency;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.FailureReader;
import dev.postern.logstore.LogWriter;
import dev.postern.logstore.MetricsReader;
import dev.postern.provider.DestinationProvider;
import dev.postern.provider.ProviderRegistry;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.LogQueue;
import dev.postern.queue.OperatorEventQueue;
import dev.postern.replay.ReplayStore;
import dev.postern.retry.RetryScheduler;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;

/** Wraps ports in what measures and traces them. */
public final class Observed {

    private final MeterRegistry registry;
    private final Traces traces;
    private final Clock clock;
    private final Watch publishing;
    private final Settled settled;

    public Observed(MeterRegistry registry, Traces traces, Clock clock) {
        this.registry = registry;
        this.traces = traces;
        this.clock = clock;
        publishing = new Watch(
                registry, "postern.queue.publish", "Time to append messages to a queue, its waiting for room included");
        settled = new Settled(registry);
    }

    public DeliveryQueue deliveries(DeliveryQueue queue) {
        return new ObservedDeliveryQueue(queue, publishing, settled, traces, clock);
    }

    public LogQueue log(LogQueue queue) {
        return new ObservedQueues.Log(queue, publishing, settled);
    }

    public OperatorEventQueue operatorEvents(OperatorEventQueue queue) {
        return new ObservedQueues.OperatorEvents(queue, publishing, settled);
    }

    public RetryScheduler retries(RetryScheduler scheduler) {
        return new ObservedRetries(
                scheduler,
                Counter.builder("postern.retries.scheduled")
                        .description("Retries that failed attempts were given")
                        .register(registry),
                Counter.builder("postern.retries.received")
                        .description("Due retries that were taken up; one that waits for the log is taken up again")
                        .register(registry));
    }

    public Idempotency claims(Idempotency idempotency) {
        return new ObservedIdempotency(
                idempotency,
                Counter.builder("postern.idempotency.claims")
                        .description("Work that was asked for once only, by what came of it: done, done_before,"
                                + " in_progress elsewhere, or error")
                        .withRegistry(registry));
    }

    /** For those who deliver; tests of destinations are no deliveries. */
    public ProviderRegistry providers(ProviderRegistry providers) {
        MeterProvider<Timer> attempts = Timer.builder("postern.delivery.attempt")
                .description("Time of attempts to hand an event to a destination, by how they ended")
                .serviceLevelObjectives(Watch.BUCKETS)
                .withRegistry(registry);
        MeterProvider<Timer> waits = Timer.builder("postern.delivery.wait")
                .description("Time from when a delivery was first queued until its attempt began")
                .serviceLevelObjectives(Watch.LONG_BUCKETS)
                .withRegistry(registry);
        return new ProviderRegistry(providers.all().stream()
                .<DestinationProvider>map(provider -> new ObservedProvider(provider, attempts, waits, traces, clock))
                .toList());
    }

    /**
     * The log.
     *
     * @param store its name, for people
     */
    public <S extends LogWriter & EventReader & DeliveryReader & MetricsReader & FailureReader>
            ObservedLogStore logStore(S log, String store) {
        return new ObservedLogStore(
                log,
                store,
                new Watch(
                        registry,
                        "postern.log.statement",
                        "Time of what was asked of the log's store, its waiting for a connection included"),
                DistributionSummary.builder("postern.log.batch.entries")
                        .description("How many entries were written to the log at once")
                        .serviceLevelObjectives(1, 10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000)
                        .register(registry),
                new LogSpans(traces));
    }

    public OperatorEventSink sink(OperatorEventSink sink) {
        var sending = new Watch(registry, "postern.operator.event.send", "Time of tries to send an operator event");
        return event -> sending.time(sink.send(event), Tags.empty());
    }

    public ReplayStore replays(ReplayStore store) {
        return new ObservedReplays(
                store,
                Counter.builder("postern.replay.deliveries")
                        .description("Deliveries of replays, as they came to be queued, skipped, succeeded, failed"
                                + " or given_up, with no outcome in time")
                        .withRegistry(registry),
                Counter.builder("postern.replays")
                        .description("Replays that came to be started, completed, cancelled or failed")
                        .withRegistry(registry));
    }
}
