package dev.postern.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.alert.AlertSettings;
import dev.postern.alert.Alerts;
import dev.postern.alert.OperatorEvents;
import dev.postern.alert.redis.RedisFailureCounter;
import dev.postern.delivery.DeliveryHandler;
import dev.postern.delivery.DeliverySettings;
import dev.postern.fakes.CountingIds;
import dev.postern.fakes.ScriptedProvider;
import dev.postern.idempotency.redis.RedisIdempotency;
import dev.postern.model.Destination;
import dev.postern.model.Event;
import dev.postern.model.Topics;
import dev.postern.parking.ParkingSettings;
import dev.postern.parking.redis.RedisParkingLot;
import dev.postern.provider.ProviderRegistry;
import dev.postern.publish.EventPublisher;
import dev.postern.publish.EventPublisherSettings;
import dev.postern.publish.PublishResult;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.redis.RedisDeliveryQueue;
import dev.postern.queue.redis.RedisLogQueue;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisSettings;
import dev.postern.retry.RetryPolicy;
import dev.postern.retry.RetrySettings;
import dev.postern.retry.redis.RedisRetryScheduler;
import dev.postern.servers.OwnRedis;
import dev.postern.tenantstore.redis.RedisTenantStore;
import dev.postern.tenantstore.redis.RedisTenantStoreSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Sinks;

/** What an event that is published and delivered costs in Redis, so that it doesn't creep up. */
class RoundTripsTest {

    private static final int EVENTS = 15;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** What clients send, but for the reads of queues: scripts' own commands are of other kinds. */
    private static final Pattern SENT = Pattern.compile("cmdstat_(evalsha|eval|hgetall|del):calls=(\\d+)");

    /**
     * Matched; claimed; queued; the attempt claimed and its destination read; logged and counted; both noted as done
     * and acknowledged. A queue's own look at what fell silent may come between, so the cheapest event counts.
     */
    @Test
    void deliveredEvent_takesSixRoundTripsThatWaitForEachOther() throws Exception {
        try (OwnRedis server = OwnRedis.start();
                var near = new RedisConnection(server.settings());
                var wire = new LongWire(server.settings().port(), Duration.ofMillis(40));
                var redis = new RedisConnection(RedisSettings.local(wire.port()))) {
            Clock clock = Clock.systemUTC();
            var tenants = new RedisTenantStore(
                    redis, clock, RedisTenantStoreSettings.withSecret("0123456789abcdef0123456789abcdef"));
            var queue = new RedisDeliveryQueue(redis, QueueSettings.defaults());
            var idempotency = new RedisIdempotency(redis);
            var publisher = new EventPublisher(tenants, queue, idempotency, EventPublisherSettings.DEFAULTS);
            DeliveryHandler handler = handler(redis, clock, tenants, queue, idempotency);
            tenants.upsertTenant("acme", null).block(PATIENCE);
            tenants.createDestination(destination(clock)).block(PATIENCE);
            Sinks.Many<String> handled = Sinks.many().unicast().onBackpressureBuffer();
            Disposable consumer = queue.consume(1)
                    .flatMap(
                            message -> handler.handle(message)
                                    .thenReturn(message.body().event().id()),
                            1)
                    .subscribe(id -> handled.emitNext(id, Sinks.EmitFailureHandler.FAIL_FAST));
            var ids = handled.asFlux().replay().autoConnect(0);
            int fewestTrips = Integer.MAX_VALUE;
            long fewestCommands = Long.MAX_VALUE;
            for (int i = 0; i < EVENTS; i++) {
                String id = "evt_" + i;
                wire.trips();
                long before = sent(near);
                assertThat(publisher.publish(event(id, clock)).block(PATIENCE))
                        .isInstanceOf(PublishResult.Accepted.class);
                ids.filter(id::equals).blockFirst(PATIENCE);
                fewestTrips = Math.min(fewestTrips, wire.trips());
                fewestCommands = Math.min(fewestCommands, sent(near) - before);
            }
            consumer.dispose();
            assertThat(fewestTrips).isEqualTo(6);
            assertThat(fewestCommands).isEqualTo(10);
        }
    }

    private static DeliveryHandler handler(
            RedisConnection redis,
            Clock clock,
            RedisTenantStore tenants,
            RedisDeliveryQueue queue,
            RedisIdempotency idempotency) {
        return new DeliveryHandler(
                tenants,
                queue,
                new RedisParkingLot(redis, ParkingSettings.DEFAULTS),
                new ProviderRegistry(List.of(new ScriptedProvider())),
                new RetryPolicy.Exponential(Duration.ofHours(1), 10),
                new RedisRetryScheduler(redis, RetrySettings.defaults()),
                new RedisLogQueue(redis, QueueSettings.defaults()),
                idempotency,
                new Alerts(new RedisFailureCounter(redis), tenants, OperatorEvents.NONE, clock, AlertSettings.DEFAULTS),
                new CountingIds(),
                clock,
                DeliverySettings.DEFAULTS);
    }

    private static long sent(RedisConnection redis) {
        Matcher calls = SENT.matcher(
                Objects.requireNonNull(redis.commands().info("commandstats").block(PATIENCE)));
        long sum = 0;
        while (calls.find()) {
            sum += Long.parseLong(calls.group(2));
        }
        return sum;
    }

    private static Event event(String id, Clock clock) {
        return new Event(id, "acme", null, List.of(), "topic", true, clock.instant(), Map.of(), "{}");
    }

    private static Destination destination(Clock clock) {
        return new Destination(
                "des_1",
                "acme",
                ScriptedProvider.TYPE,
                Topics.ALL,
                null,
                Map.of(),
                Map.of(),
                null,
                null,
                clock.instant(),
                clock.instant(),
                null);
    }
}
