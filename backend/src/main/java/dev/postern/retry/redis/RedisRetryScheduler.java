package dev.postern.retry.redis;

import static dev.postern.redis.RedisConnection.bytes;
import static dev.postern.redis.RedisConnection.text;

import dev.postern.model.Ranges;
import dev.postern.model.RetryTask;
import dev.postern.model.Trace;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisScript;
import dev.postern.retry.RetryScheduler;
import dev.postern.retry.RetrySettings;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Retries in Redis, in RSMQ's layout as Outpost keeps it, so that either can go on with what the other
 * scheduled. Delays are exact to the millisecond and measured by the server's clock.
 */
public final class RedisRetryScheduler implements RetryScheduler {

    private static final Logger log = LoggerFactory.getLogger(RedisRetryScheduler.class);

    private final RedisConnection redis;
    private final RetrySettings settings;
    private final Mono<RetryKeys> keys;

    public RedisRetryScheduler(RedisConnection redis, RetrySettings settings) {
        this.redis = redis;
        this.settings = settings;
        keys = findKeys(redis);
    }

    @Override
    public Mono<Void> schedule(RetryTask task, int afterAttempt, Duration delay, @Nullable Trace trace) {
        List<byte[]> args = new ArrayList<>(taskArgs(task));
        args.add(millis(delay));
        args.add(bytes(RetryBody.write(task, afterAttempt, trace)));
        args.add(bytes(Long.toString(Math.max(settings.visibility().toSeconds(), 1))));
        return keys.flatMap(at -> redis.<Long>run(RetryScripts.SCHEDULE, at.pair(), args)
                .single()
                .flatMap(created -> created == 0
                        ? Mono.empty()
                        : redis.commands()
                                .sadd(at.queues(), bytes(RetryKeys.QUEUE))
                                .then()));
    }

    @Override
    public Mono<Void> cancel(RetryTask task) {
        return run(RetryScripts.CANCEL, taskArgs(task));
    }

    @Override
    public Mono<DueRetry> receive() {
        return list(RetryScripts.RECEIVE, List.of(millis(settings.visibility())))
                .flatMap(reply -> reply.isEmpty() ? Mono.empty() : due(reply));
    }

    @Override
    public Mono<Void> complete(DueRetry retry) {
        return run(RetryScripts.COMPLETE, Receipt.parse(retry.token()).args());
    }

    @Override
    public Mono<Void> postpone(DueRetry retry, Duration delay) {
        List<byte[]> args = new ArrayList<>(Receipt.parse(retry.token()).args());
        args.add(millis(delay));
        return run(RetryScripts.POSTPONE, args);
    }

    @Override
    public Mono<Map<RetryTask, Instant>> dueTimes(Collection<RetryTask> tasks) {
        List<RetryTask> asked = List.copyOf(tasks);
        if (asked.isEmpty()) {
            return Mono.just(Map.of());
        }
        List<byte[]> args =
                asked.stream().flatMap(task -> taskArgs(task).stream()).toList();
        return list(RetryScripts.DUE_TIMES, args).map(reply -> {
            var times = new HashMap<RetryTask, Instant>();
            for (int i = 0; i < asked.size(); i++) {
                String due = text(reply.get(i));
                if (!due.isEmpty()) {
                    times.put(asked.get(i), Instant.ofEpochMilli(new BigDecimal(due).longValue()));
                }
            }
            return Map.copyOf(times);
        });
    }

    @Override
    public Mono<Instant> earliestDue() {
        return keys.flatMap(at -> redis.commands()
                .zrangeWithScores(at.schedule(), 0, 0)
                .singleOrEmpty()
                .map(first -> Instant.ofEpochMilli((long) first.getScore())));
    }

    @Override
    public Mono<Long> pending() {
        return keys.flatMap(at -> redis.commands().zcard(at.schedule()));
    }

    /** A body that says nothing readable would come again for ever: it is removed, and said. */
    private Mono<DueRetry> due(List<byte[]> reply) {
        var receipt = new Receipt(text(reply.get(0)), text(reply.get(2)), text(reply.get(3)));
        RetryBody.Read body;
        try {
            body = RetryBody.read(text(reply.get(1)));
        } catch (RuntimeException e) {
            log.error("Removed an unreadable retry: id={} body={}", receipt.id(), text(reply.get(1)), e);
            return run(RetryScripts.COMPLETE, receipt.args()).then(receive());
        }
        return Mono.just(new DueRetry(
                body.task(), body.afterAttempt(), Integer.parseInt(receipt.receives()), receipt.token(), body.trace()));
    }

    private Mono<Void> run(RedisScript script, List<byte[]> args) {
        return keys.flatMap(at -> redis.run(script, at.pair(), args).then());
    }

    private Mono<List<byte[]>> list(RedisScript script, List<byte[]> args) {
        return keys.flatMap(
                at -> redis.<List<byte[]>>run(script, at.pair(), args).single());
    }

    private static List<byte[]> taskArgs(RetryTask task) {
        return List.of(
                bytes(RetryBody.id(task)),
                bytes(RetryBody.ownId(task)),
                bytes(task.eventId()),
                bytes(task.tenantId()),
                bytes(task.destinationId()));
    }

    private static byte[] millis(Duration duration) {
        Ranges.requireNotNegative("delay", duration);
        return bytes(Long.toString(duration.toMillis()));
    }

    /** Looked up once: Outpost moves its keys only while everything that uses them is stopped. */
    private static Mono<RetryKeys> findKeys(RedisConnection redis) {
        if (redis.cluster()) {
            return Mono.just(RetryKeys.tagged(redis));
        }
        return Mono.defer(() -> redis.commands().hget(redis.key("outpost:migration:004_rsmq_hash_tags"), "status"))
                .map(status -> text(status).equals("applied") ? RetryKeys.tagged(redis) : RetryKeys.plain(redis))
                .defaultIfEmpty(RetryKeys.plain(redis))
                .cacheInvalidateIf(found -> false);
    }

    /** What tells one receipt from later ones: the message, how often it was received, until when it is hidden. */
    private record Receipt(String id, String receives, String hiddenUntil) {

        static Receipt parse(String token) {
            List<String> parts = List.of(token.split("/", -1));
            return new Receipt(parts.get(0), parts.get(1), parts.get(2));
        }

        String token() {
            return id + "/" + receives + "/" + hiddenUntil;
        }

        List<byte[]> args() {
            return List.of(bytes(id), bytes(receives), bytes(hiddenUntil));
        }
    }
}
