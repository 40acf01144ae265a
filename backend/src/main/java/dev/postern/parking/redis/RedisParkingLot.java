package dev.postern.parking.redis;

import static dev.postern.redis.RedisConnection.bytes;
import static dev.postern.redis.RedisConnection.text;

import dev.postern.model.DeliveryTask;
import dev.postern.model.DestinationKey;
import dev.postern.model.Identifiers;
import dev.postern.parking.ParkingLot;
import dev.postern.parking.ParkingSettings;
import dev.postern.queue.DeliveryTaskCodec;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisScript;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Parked tasks in Redis: a stream for each line, and the lines by the time at which they are looked at.
 * All keys are in one slot of a cluster, as the queue is, so that a line can't be forgotten whose tasks
 * are there.
 */
public final class RedisParkingLot implements ParkingLot {

    private static final Logger log = LoggerFactory.getLogger(RedisParkingLot.class);

    private static final String BODY = "body";

    private final RedisConnection redis;
    private final ParkingSettings settings;
    private final DeliveryTaskCodec codec = new DeliveryTaskCodec();
    private final String key;

    public RedisParkingLot(RedisConnection redis, ParkingSettings settings) {
        this.redis = redis;
        this.settings = settings;
        key = redis.key("postern:{parking}");
    }

    @Override
    public Mono<Boolean> park(DeliveryTask task, Duration lookAgain) {
        return Mono.defer(() -> this.<Long>run(
                        ParkingScripts.PARK,
                        task.destinationKey(),
                        bytes(Long.toString(settings.capacity())),
                        millis(lookAgain),
                        codec.encode(task))
                .single()
                .map(parked -> parked == 1));
    }

    @Override
    public Mono<DestinationKey> receive() {
        return redis.<byte[]>run(ParkingScripts.RECEIVE, List.of(key + ":lines"), List.of(millis(settings.lease())))
                .singleOrEmpty()
                .map(line -> parse(text(line)));
    }

    @Override
    public Mono<List<Parked>> first(DestinationKey line, int count) {
        return Mono.defer(() -> redis.commands()
                .xrange(keyOf(line), Range.unbounded(), Limit.from(count))
                .collectList()
                .flatMap(entries -> decode(line, entries)));
    }

    @Override
    public Mono<Void> release(DestinationKey line, List<Parked> gone, Duration lookAgain) {
        List<byte[]> args = new ArrayList<>(List.of(millis(lookAgain)));
        gone.forEach(parked -> args.add(bytes(parked.id())));
        return run(ParkingScripts.RELEASE, line, args.toArray(byte[][]::new)).then();
    }

    @Override
    public Mono<Long> discard(DestinationKey line) {
        return this.<Long>run(ParkingScripts.DISCARD, line).single();
    }

    @Override
    public Mono<Long> depth() {
        return Mono.defer(() -> redis.commands().get(key + ":count"))
                .map(count -> Long.parseLong(text(count)))
                .defaultIfEmpty(0L);
    }

    /** What can't be read would hold up its line for ever: it is taken out, and said. */
    private Mono<List<Parked>> decode(DestinationKey line, List<StreamMessage<String, byte[]>> entries) {
        List<Parked> tasks = new ArrayList<>();
        List<byte[]> broken = new ArrayList<>(List.of(millis(settings.lease())));
        for (StreamMessage<String, byte[]> entry : entries) {
            try {
                tasks.add(new Parked(
                        entry.getId(),
                        codec.decode(Objects.requireNonNull(entry.getBody().get(BODY), BODY))));
            } catch (RuntimeException e) {
                log.error("Removed an unreadable parked task: destination={} entry={}", line, entry.getId(), e);
                broken.add(bytes(entry.getId()));
            }
        }
        return broken.size() == 1
                ? Mono.just(tasks)
                : run(ParkingScripts.RELEASE, line, broken.toArray(byte[][]::new))
                        .then(Mono.just(tasks));
    }

    private <T> Flux<T> run(RedisScript script, DestinationKey line, byte[]... args) {
        List<byte[]> all = new ArrayList<>(List.of(bytes(name(line))));
        all.addAll(List.of(args));
        return redis.run(script, List.of(key + ":lines", key + ":count", keyOf(line)), all);
    }

    private String keyOf(DestinationKey line) {
        return key + ":line:" + name(line);
    }

    private static String name(DestinationKey line) {
        return Identifiers.joined(line.tenantId(), line.id());
    }

    private static DestinationKey parse(String name) {
        String[] ids = name.split(":", 2);
        return new DestinationKey(unescaped(ids[0]), unescaped(ids[1]));
    }

    private static String unescaped(String id) {
        return id.replace("%3A", ":").replace("%25", "%");
    }

    private static byte[] millis(Duration duration) {
        return bytes(Long.toString(Math.max(duration.toMillis(), 0)));
    }
}
