package dev.postern.benchmark;

import dev.postern.alert.AlertSettings;
import dev.postern.alert.Alerts;
import dev.postern.alert.OperatorEvents;
import dev.postern.alert.redis.RedisFailureCounter;
import dev.postern.delivery.DeliveryHandler;
import dev.postern.delivery.DeliverySettings;
import dev.postern.delivery.DeliveryWorker;
import dev.postern.delivery.lanes.LaneSettings;
import dev.postern.delivery.lanes.Lanes;
import dev.postern.fakes.CountingIds;
import dev.postern.idempotency.redis.RedisIdempotency;
import dev.postern.livelog.LiveLog;
import dev.postern.logbatch.LogBatchSettings;
import dev.postern.logbatch.LogBatcher;
import dev.postern.logbatch.LogWorker;
import dev.postern.logstore.LogWriter;
import dev.postern.model.Destination;
import dev.postern.model.Event;
import dev.postern.model.Topics;
import dev.postern.parking.ParkingSettings;
import dev.postern.parking.redis.RedisParkingLot;
import dev.postern.provider.ProviderRegistry;
import dev.postern.provider.webhook.WebhookProvider;
import dev.postern.provider.webhook.WebhookSettings;
import dev.postern.publish.EventPublisher;
import dev.postern.publish.EventPublisherSettings;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.redis.RedisDeliveryQueue;
import dev.postern.queue.redis.RedisLogQueue;
import dev.postern.redis.RedisConnection;
import dev.postern.retry.RetryPolicy;
import dev.postern.retry.RetrySettings;
import dev.postern.retry.redis.RedisRetryScheduler;
import dev.postern.servers.OwnRedis;
import dev.postern.tenantstore.redis.RedisTenantStore;
import dev.postern.tenantstore.redis.RedisTenantStoreSettings;
import dev.postern.worker.Worker;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/**
 * How long events take from their publication to their receiver while one receiver of a hundred hangs, beside
 * how long they take while none does: real Redis, real HTTP, one process of each role in one JVM. Arguments:
 * events per second, seconds, slots (150, 30, 16). It is no test: figures of a busy machine say little.
 */
final class FairnessBenchmark {

    private static final int DESTINATIONS = 100;
    private static final int TENANTS = 10;
    private static final Pattern TOP_LEVEL =
            Pattern.compile("cmdstat_(evalsha|eval|xreadgroup|hgetall|hmget|xrange):calls=(\\d+)");

    private final int rate;
    private final int seconds;
    private final int slots;

    private FairnessBenchmark(int rate, int seconds, int slots) {
        this.rate = rate;
        this.seconds = seconds;
        this.slots = slots;
    }

    static void main(String[] arguments) {
        int[] given = Arrays.stream(arguments).mapToInt(Integer::parseInt).toArray();
        var benchmark = new FairnessBenchmark(
                given.length > 0 ? given[0] : 150, given.length > 1 ? given[1] : 30, given.length > 2 ? given[2] : 16);
        say("warm-up");
        benchmark.run(false);
        Run quiet = benchmark.run(false);
        say("all answer:      " + quiet);
        Run hanging = benchmark.run(true);
        say("1 of 100 hangs:  " + hanging);
        say("p99 of the others: %.2f times that without".formatted((double) hanging.p99() / quiet.p99()));
        System.exit(0);
    }

    private Run run(boolean hangs) {
        int events = rate * seconds;
        var sent = new AtomicLongArray(events);
        var took = new AtomicLongArray(events);
        var received = new AtomicInteger();
        DisposableServer receiver = HttpServer.create()
                .port(0)
                .host("127.0.0.1")
                .handle((request, response) -> request.receive()
                        .aggregate()
                        .asString()
                        .flatMap(body -> {
                            int event = Integer.parseInt(body.replaceAll("\\D", ""));
                            if (hangs && request.uri().equals("/0")) {
                                return Mono.never();
                            }
                            took.set(event, System.nanoTime() - sent.get(event));
                            received.incrementAndGet();
                            return response.status(200).send().then();
                        }))
                .bindNow();
        try (OwnRedis server = OwnRedis.start();
                var redis = new RedisConnection(server.settings());
                var webhooks = new WebhookProvider(
                        WebhookSettings.defaults().withAllowPrivate(true), Clock.systemUTC(), new SecureRandom())) {
            var house = new House(redis, webhooks, slots);
            house.store(receiver.port());
            house.workers.forEach(Worker::start);
            long before = commands(redis);
            Flux.interval(Duration.ofNanos(1_000_000_000L / rate))
                    .onBackpressureBuffer()
                    .take(events)
                    .flatMap(
                            tick -> {
                                int event = tick.intValue();
                                sent.set(event, System.nanoTime());
                                return house.publisher.publish(event(event));
                            },
                            256)
                    .blockLast();
            int expected = hangs ? events - events / DESTINATIONS : events;
            for (int i = 0; received.get() < expected && i < 600; i++) {
                Mono.delay(Duration.ofMillis(100)).block();
            }
            long commands = commands(redis) - before;
            house.workers.forEach(worker -> worker.stop().block());
            long[] latencies = IntStream.range(0, events)
                    .filter(event -> event % DESTINATIONS != 0)
                    .mapToLong(took::get)
                    .sorted()
                    .toArray();
            return new Run(
                    latencies[latencies.length / 2],
                    latencies[latencies.length * 99 / 100],
                    latencies[latencies.length - 1],
                    expected - received.get(),
                    (double) commands / events);
        } finally {
            receiver.disposeNow();
        }
    }

    /** To one destination, each after the other. */
    private static Event event(int number) {
        int destination = number % DESTINATIONS;
        return new Event(
                "evt_" + number,
                "tenant_" + destination % TENANTS,
                "des_" + destination,
                List.of("des_" + destination),
                "benchmark",
                true,
                Clock.systemUTC().instant(),
                Map.of(),
                "{\"number\":%d}".formatted(number));
    }

    /** How many commands clients sent: those within scripts are of other kinds. */
    private static long commands(RedisConnection redis) {
        String stats = String.valueOf(redis.commands().info("commandstats").block());
        Matcher calls = TOP_LEVEL.matcher(stats);
        long sum = 0;
        while (calls.find()) {
            sum += Long.parseLong(calls.group(2));
        }
        return sum;
    }

    private static void say(String text) {
        System.out.println(text);
    }

    /** One run's figures, those of the destination that hangs left out. */
    private record Run(long p50, long p99, long most, int missing, double commands) {

        @Override
        public String toString() {
            return "p50 %.1f ms, p99 %.1f ms, longest %.1f ms, not received %d, %.1f commands to Redis per event"
                    .formatted(p50 / 1e6, p99 / 1e6, most / 1e6, missing, commands);
        }
    }

    /** The rooms on Redis, as the wiring has them. */
    private static final class House {

        private final RedisTenantStore tenants;
        private final EventPublisher publisher;
        private final List<Worker> workers;

        private House(RedisConnection redis, WebhookProvider webhooks, int slots) {
            Clock clock = Clock.systemUTC();
            var ids = new CountingIds();
            var queue = new RedisDeliveryQueue(redis, QueueSettings.defaults());
            var logQueue = new RedisLogQueue(redis, QueueSettings.defaults());
            var lot = new RedisParkingLot(redis, ParkingSettings.DEFAULTS);
            var idempotency = new RedisIdempotency(redis);
            var settings = DeliverySettings.DEFAULTS.withConcurrency(slots).withDrain(Duration.ZERO);
            tenants = new RedisTenantStore(
                    redis, clock, RedisTenantStoreSettings.withSecret("0123456789abcdef0123456789abcdef"));
            publisher = new EventPublisher(tenants, queue, idempotency, EventPublisherSettings.DEFAULTS);
            var handler = new DeliveryHandler(
                    tenants,
                    queue,
                    lot,
                    new ProviderRegistry(List.of(webhooks)),
                    new RetryPolicy.Exponential(Duration.ofHours(1), 10),
                    new RedisRetryScheduler(redis, RetrySettings.defaults()),
                    logQueue,
                    idempotency,
                    new Alerts(
                            new RedisFailureCounter(redis),
                            tenants,
                            OperatorEvents.NONE,
                            clock,
                            AlertSettings.DEFAULTS),
                    ids,
                    clock,
                    settings);
            var batches = LogBatchSettings.DEFAULTS.withThreshold(Duration.ofSeconds(1));
            LogWriter nowhere = entries -> Mono.empty();
            workers = List.of(
                    new DeliveryWorker(
                            queue, lot, tenants, handler, new Lanes(LaneSettings.of(slots), clock), settings),
                    new LogWorker(logQueue, new LogBatcher(nowhere, batches, LiveLog.SILENT), batches));
        }

        private void store(int port) {
            for (int tenant = 0; tenant < TENANTS; tenant++) {
                tenants.upsertTenant("tenant_" + tenant, null).block();
            }
            for (int i = 0; i < DESTINATIONS; i++) {
                tenants.createDestination(destination(i, port)).block();
            }
        }

        private static Destination destination(int number, int port) {
            return new Destination(
                    "des_" + number,
                    "tenant_" + number % TENANTS,
                    "webhook",
                    Topics.ALL,
                    null,
                    Map.of("url", "http://127.0.0.1:%d/%d".formatted(port, number)),
                    Map.of("secret", "whsec_benchmark"),
                    null,
                    null,
                    Clock.systemUTC().instant(),
                    Clock.systemUTC().instant(),
                    null);
        }
    }
}
