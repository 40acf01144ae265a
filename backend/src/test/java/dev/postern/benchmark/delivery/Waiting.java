package dev.postern.benchmark.delivery;

import dev.postern.benchmark.product.Gateway;
import dev.postern.benchmark.product.Meters;
import dev.postern.benchmark.report.DeliveryReport;
import dev.postern.model.RetryTask;
import dev.postern.parking.ParkingSettings;
import dev.postern.parking.redis.RedisParkingLot;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.redis.RedisDeliveryQueue;
import dev.postern.redis.RedisConnection;
import dev.postern.retry.RetrySettings;
import dev.postern.retry.redis.RedisRetryScheduler;
import dev.postern.servers.OwnRedis;
import java.time.Duration;
import reactor.core.publisher.Flux;

/**
 * How much memory the product and Redis take while very many events wait: as retries that are due later, parked, and
 * in the queue while their receiver hangs, is found out and has its tasks parked one after the other. Each comes on top of
 * those before it.
 */
final class Waiting {

    private static final int AT_ONCE = 500;
    private static final Duration LATER = Duration.ofHours(1);

    private final Gateway gateway;
    private final OwnRedis server;
    private final Meters meters;
    private final Receiver receiver;
    private final Options options;
    private final Bare tasks = new Bare(Payloads.made());
    private long redisBefore;

    Waiting(Gateway gateway, OwnRedis server, Meters meters, Receiver receiver, Options options) {
        this.gateway = gateway;
        this.server = server;
        this.meters = meters;
        this.receiver = receiver;
        this.options = options;
    }

    void measure(DeliveryReport report) throws InterruptedException {
        try (var redis = new RedisConnection(server.settings());
                var publisher = new Publisher(gateway.port(), Gateway.KEY, Payloads.made(), 1)) {
            String destination = DeliveryBenchmark.populate(
                            publisher, "http://127.0.0.1:%d/hang".formatted(receiver.port()), 1)
                    .getFirst();
            tell(report, "nothing", 0);
            int count = options.waiting();
            var retries = new RedisRetryScheduler(redis, RetrySettings.defaults());
            Flux.range(0, count)
                    .flatMap(
                            i -> retries.schedule(new RetryTask("evt_" + i, "tenant_0", destination), 1, LATER),
                            AT_ONCE)
                    .blockLast();
            tell(report, "as retries that are due in an hour", count);
            var lot = new RedisParkingLot(redis, ParkingSettings.DEFAULTS.withCapacity(2L * count));
            Flux.range(0, count)
                    .flatMap(i -> lot.park(tasks.task(i, destination), LATER), AT_ONCE)
                    .blockLast();
            tell(report, "parked", count);
            var queue = new RedisDeliveryQueue(redis, QueueSettings.defaults().withCapacity(2L * count));
            Flux.range(0, count)
                    .map(i -> tasks.task(i, destination))
                    .buffer(AT_ONCE)
                    .concatMap(queue::publish)
                    .blockLast();
            tell(report, "in the queue, for a receiver that hangs", count);
        }
    }

    private void tell(DeliveryReport report, String what, int count) throws InterruptedException {
        // For caches to fill, and for work on what waits to be under way.
        Thread.sleep(5_000);
        long redis = meters.redisBytes();
        report.memory(what, count, gateway.liveHeap(), gateway.resident(), redis - redisBefore);
        redisBefore = redis;
    }
}
