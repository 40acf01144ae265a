package dev.postern.queue.redis;

import static dev.postern.redis.RedisConnection.bytes;
import static dev.postern.redis.RedisConnection.text;

import dev.postern.queue.DeadLetter;
import dev.postern.queue.DeadLetterLog;
import dev.postern.queue.DeadLetterSettings;
import dev.postern.queue.QueueSettings;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisConnection.Dedicated;
import dev.postern.redis.RedisScript;
import dev.postern.worker.Tries;
import io.lettuce.core.Consumer;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisBusyException;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** One stream and its consumer group, spoken to in entries and bytes. Gone entries are deleted: its length is the backlog. */
final class RedisStream {

    static final String GROUP = "postern";
    static final String BODY = "body";

    private final RedisConnection redis;
    private final String name;
    private final QueueSettings settings;
    private final String key;
    private final String deadKey;
    private final List<String> keys;
    private final Tries tries = new Tries();

    RedisStream(RedisConnection redis, String name, QueueSettings settings) {
        this.redis = redis;
        this.name = name;
        this.settings = settings;
        // The braces keep the stream and its dead letters in one slot of a cluster.
        key = redis.key("postern:queue:{" + name + "}");
        deadKey = key + ":dead";
        keys = List.of(key, key + ":failures", deadKey, deadKey + ":bytes");
    }

    String name() {
        return name;
    }

    /** Of this process's consumers. */
    Tries tries() {
        return tries;
    }

    QueueSettings settings() {
        return settings;
    }

    /** Whether there was room for all. */
    Mono<Boolean> append(List<byte[]> bodies) {
        var args = new ArrayList<byte[]>(bodies.size() + 1);
        args.add(number(settings.capacity()));
        args.addAll(bodies);
        return run(StreamScripts.APPEND, args).map(added -> added == 1);
    }

    RedisDeadLetters deadLetters() {
        return new RedisDeadLetters(redis, name, settings, keys);
    }

    Mono<Long> length() {
        return Mono.defer(() -> redis.commands().xlen(key));
    }

    /** By the time in its id, which is the server's. */
    Mono<Instant> oldest() {
        return Mono.defer(() -> redis.commands()
                .xrange(key, Range.unbounded(), Limit.from(1))
                .next()
                .map(first -> Instant.ofEpochMilli(
                        Long.parseLong(first.getId().substring(0, first.getId().indexOf('-'))))));
    }

    /** Connects on the calling thread, which must be one that may block. */
    Dedicated dedicated() {
        return redis.dedicated();
    }

    Mono<Void> createGroup() {
        return Mono.defer(() -> redis.commands()
                        .xgroupCreate(StreamOffset.from(key, "0"), GROUP, XGroupCreateArgs.Builder.mkstream()))
                .onErrorResume(RedisBusyException.class, exists -> Mono.empty())
                .then();
    }

    /** Entries that were never handed out; waits a while for the first. */
    @SuppressWarnings("unchecked") // Lettuce takes streams as generic varargs.
    Mono<List<StreamEntry>> read(Dedicated connection, String consumer, int count, Duration wait) {
        return Mono.defer(() -> connection
                .commands()
                .xreadgroup(
                        Consumer.from(GROUP, consumer),
                        XReadArgs.Builder.count(count).block(wait),
                        StreamOffset.lastConsumed(key))
                .map(message ->
                        new StreamEntry(message.getId(), 1, 0, message.getBody().get(BODY)))
                .collectList());
    }

    /** Entries that fell silent, now the consumer's; those that have no chance left are set aside. */
    Mono<List<StreamEntry>> claim(String consumer, int count) {
        return redis.<List<List<Object>>>run(
                        StreamScripts.CLAIM,
                        keys,
                        buryArgs(consumer, settings.visibility().toMillis(), count))
                .single()
                .map(this::claimed);
    }

    /** Starts the visibility time of the consumer's entries anew. */
    Mono<Void> refresh(String consumer, Collection<String> ids) {
        List<byte[]> args = new ArrayList<>(args(consumer));
        ids.forEach(id -> args.add(bytes(id)));
        return run(StreamScripts.REFRESH, args).then();
    }

    Mono<Void> delete(String id) {
        return run(StreamScripts.DELETE, List.of(bytes(GROUP), bytes(id))).then();
    }

    /** Has the entry claimed after a delay. */
    Mono<Void> refuse(String consumer, String id) {
        long silence = settings.visibility().minus(settings.nackDelay()).toMillis();
        return run(StreamScripts.LET_GO, args(consumer, id, silence, 0)).then();
    }

    /** Has the entry claimed at once, as if it had not been handed out this time. */
    Mono<Void> giveBack(String consumer, String id) {
        return run(
                        StreamScripts.LET_GO,
                        args(consumer, id, settings.visibility().toMillis(), 1))
                .then();
    }

    /** Counts a failure, and has the entry claimed after a delay where it has a chance left. */
    Mono<Void> fail(String consumer, String id, String reason) {
        long silence = settings.visibility().minus(settings.nackDelay()).toMillis();
        return bury(StreamScripts.FAIL, buryArgs(consumer, id, silence, DeadLetter.cut(reason)));
    }

    /** Moves the entry to the dead letters. */
    Mono<Void> setAside(String id, DeadLetter.Cause cause, String reason) {
        return bury(StreamScripts.SET_ASIDE, buryArgs(id, cause, DeadLetter.cut(reason)));
    }

    /** Forgets those that died, where they own nothing any more. */
    Mono<Void> forgetDead() {
        return forgetIdle("");
    }

    /** Forgets the consumer, and those that died, where they own nothing. */
    Mono<Void> forgetIdle(String consumer) {
        return run(
                        StreamScripts.FORGET_IDLE,
                        args(consumer, settings.visibility().toMillis()))
                .then();
    }

    private Mono<Long> run(RedisScript script, List<byte[]> args) {
        return redis.<Long>run(script, keys, args).single();
    }

    private static List<byte[]> args(String consumer, Object... more) {
        var args = new ArrayList<byte[]>();
        args.add(bytes(GROUP));
        args.add(bytes(consumer));
        for (Object arg : more) {
            args.add(bytes(arg.toString()));
        }
        return args;
    }

    private static byte[] number(long value) {
        return bytes(Long.toString(value));
    }

    private List<byte[]> buryArgs(Object... more) {
        DeadLetterSettings letters = settings.deadLetters();
        var args = new ArrayList<byte[]>();
        args.add(bytes(GROUP));
        args.add(number(letters.maxFailures()));
        args.add(number(letters.capacity()));
        args.add(number(letters.bytes()));
        args.add(number(letters.dropOldest() ? 1 : 0));
        for (Object arg : more) {
            args.add(bytes(arg.toString()));
        }
        return args;
    }

    private Mono<Void> bury(RedisScript script, List<byte[]> args) {
        return redis.<List<Object>>run(script, keys, args)
                .single()
                .doOnNext(this::tell)
                .then();
    }

    @SuppressWarnings("unchecked")
    private List<StreamEntry> claimed(List<List<Object>> reply) {
        reply.get(1).forEach(buried -> tell((List<Object>) buried));
        List<Object> claimed = reply.get(0);
        var entries = new ArrayList<StreamEntry>();
        for (int i = 0; i < claimed.size(); i += 4) {
            byte[] body = (byte[]) claimed.get(i + 3);
            entries.add(new StreamEntry(
                    text((byte[]) claimed.get(i)),
                    (int) (long) claimed.get(i + 1),
                    (int) (long) claimed.get(i + 2),
                    body.length == 0 ? null : body));
        }
        return entries;
    }

    /** Says what became of an entry that was to be buried; nothing, where it wasn't. */
    private void tell(List<Object> buried) {
        if (buried.isEmpty()) {
            return;
        }
        String id = text((byte[]) buried.get(0));
        DeadLetter.Cause cause = DeadLetter.Cause.valueOf(text((byte[]) buried.get(2)));
        String reason = text((byte[]) buried.get(3));
        DeadLetterLog.dropped(name, (Long) buried.get(4));
        if (text((byte[]) buried.get(1)).equals("full")) {
            DeadLetterLog.noRoom(name, id, cause, reason);
        } else {
            DeadLetterLog.setAside(name, id, cause, reason);
        }
    }

    /**
     * An entry handed out.
     *
     * @param body null where the entry has none, so that it isn't ours
     */
    @SuppressWarnings("ArrayRecordComponent")
    record StreamEntry(String id, int receives, int failures, byte @Nullable [] body) {}
}
