package dev.postern.app.metrics;

import dev.postern.app.settings.ObservabilityProperties;
import dev.postern.app.settings.Settings;
import dev.postern.parking.ParkingLot;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.LogQueue;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.OperatorEventQueue;
import dev.postern.retry.RetryScheduler;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

/** What waits in the stores that all processes of a deployment share: each process tells the same. */
@Configuration(proxyBeanMethods = false)
class StoreSamples {

    @Bean
    Samples samples(
            MeterRegistry registry,
            Settings settings,
            DeliveryQueue deliveries,
            LogQueue log,
            OperatorEventQueue operatorEvents,
            RetryScheduler retries,
            ParkingLot lot,
            Clock clock) {
        var samples = new Samples(
                registry, settings.get(ObservabilityProperties.class).sampleInterval());
        queue(samples, "delivery", deliveries, !settings.queuesInRabbitMq(), clock);
        queue(samples, "log", log, !settings.queuesInRabbitMq(), clock);
        queue(samples, "operator-events", operatorEvents, true, clock);
        return samples.add(
                        "postern.retries.pending",
                        "Retries that wait for their time, or are in hand",
                        Tags.empty(),
                        retries.pending())
                .add(
                        "postern.retries.overdue.seconds",
                        "How long the retry is overdue that was due first; 0 where none is",
                        Tags.empty(),
                        age(retries.earliestDue(), clock))
                .add(
                        "postern.parked.deliveries",
                        "Deliveries that wait outside of the queue for a destination that is slow, dead or disabled",
                        Tags.empty(),
                        lot.depth());
    }

    /** @param tellsAge RabbitMQ doesn't */
    private static void queue(Samples samples, String name, MessageQueue<?> queue, boolean tellsAge, Clock clock) {
        Tags tags = Tags.of("queue", name);
        samples.add("postern.queue.messages", "Messages that wait in a queue or are in hand", tags, queue.depth());
        samples.add(
                "postern.dead.letters",
                "Messages that were set aside, and wait for an operator",
                tags,
                Mono.defer(() -> queue.deadLetters().count()));
        if (tellsAge) {
            samples.add(
                    "postern.queue.oldest.seconds",
                    "Age of the oldest message that waits in a queue or is in hand; 0 where there is none",
                    tags,
                    age(queue.oldest(), clock));
        }
    }

    /** The times are the store's, whose clock may differ. */
    private static Mono<Double> age(Mono<Instant> since, Clock clock) {
        return since.map(time ->
                        Math.max(0, Duration.between(time, clock.instant()).toMillis() / 1_000.0))
                .defaultIfEmpty(0.0);
    }
}
