package dev.postern.delivery;

import dev.postern.model.DeliveryTask;
import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.model.Event;
import dev.postern.model.IdGenerator;
import dev.postern.model.Topics;
import dev.postern.provider.ProviderRegistry;
import dev.postern.tenantstore.TenantStore;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Delivers a sample event to a destination at once, enabled or not, so that a person sees whether it
 * works. Nothing is queued, retried or logged.
 */
public final class DestinationTest {

    private static final String SAMPLE_TOPIC = "test";
    private static final String SAMPLE_DATA = "{\"message\":\"This is a test event.\"}";

    private final TenantStore tenants;
    private final Attempts attempts;
    private final IdGenerator ids;
    private final Clock clock;

    /** @param settings of these, the delivery timeout */
    public DestinationTest(
            TenantStore tenants, ProviderRegistry providers, IdGenerator ids, Clock clock, DeliverySettings settings) {
        this.tenants = tenants;
        this.attempts = new Attempts(providers, settings.cutOff(), clock);
        this.ids = ids;
        this.clock = clock;
    }

    /**
     * Makes one attempt, whatever the destination's topics and filter.
     *
     * @param topic null for one that the destination takes
     * @param data the payload as JSON text; null for a sample
     */
    public Mono<DestinationTestResult> run(DestinationKey key, @Nullable String topic, @Nullable String data) {
        return tenants.retrieveDestination(key)
                .flatMap(destination -> attempts.make(destination, sample(destination, topic, data)))
                .<DestinationTestResult>map(attempt -> new DestinationTestResult.Tested(
                        attempt.status(),
                        attempt.outcome().code(),
                        attempt.outcome().response(),
                        attempt.latencyMs()))
                .defaultIfEmpty(new DestinationTestResult.NoSuchDestination());
    }

    private DeliveryTask sample(Destination destination, @Nullable String topic, @Nullable String data) {
        var event = new Event(
                ids.newEventId(),
                destination.tenantId(),
                destination.id(),
                List.of(destination.id()),
                topic == null ? topicFor(destination.topics()) : topic,
                false,
                clock.instant().truncatedTo(ChronoUnit.MILLIS),
                Map.of(),
                data == null ? SAMPLE_DATA : data);
        return new DeliveryTask(event, destination.id(), 1, true);
    }

    private static String topicFor(Topics topics) {
        return topics.entries().stream()
                .filter(entry -> !entry.contains("*"))
                .findFirst()
                .orElse(SAMPLE_TOPIC);
    }
}
