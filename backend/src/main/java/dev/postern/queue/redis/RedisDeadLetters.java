package dev.postern.queue.redis;

import static dev.postern.redis.RedisConnection.bytes;
import static dev.postern.redis.RedisConnection.text;

import dev.postern.model.Cursor;
import dev.postern.model.Page;
import dev.postern.queue.DeadLetter;
import dev.postern.queue.DeadLetter.Cause;
import dev.postern.queue.DeadLetters;
import dev.postern.queue.QueueFullException;
import dev.postern.queue.QueueSettings;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisScript;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.Range.Boundary;
import io.lettuce.core.StreamMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A stream beside the queue's: the entries' fields as they were, and what is known of them. Its ids tell the time. */
final class RedisDeadLetters implements DeadLetters {

    private static final Pattern ID = Pattern.compile("(\\d{1,15})-\\d{1,15}");

    private final RedisConnection redis;
    private final String name;
    private final QueueSettings settings;
    private final List<String> keys;
    private final String key;

    /** @param keys as {@link StreamScripts} wants them */
    RedisDeadLetters(RedisConnection redis, String name, QueueSettings settings, List<String> keys) {
        this.redis = redis;
        this.name = name;
        this.settings = settings;
        this.keys = keys;
        key = keys.get(2);
    }

    @Override
    public Mono<Page<DeadLetter>> list(int limit, @Nullable Cursor after) {
        DeadLetters.require("limit", limit, 1);
        return Flux.defer(() -> redis.commands().xrevrange(key, upTo(after), Limit.from(limit + 1L)))
                .map(RedisDeadLetters::letter)
                .collectList()
                .map(found -> new Page<>(
                        found.subList(0, Math.min(limit, found.size())), found.size() > limit, after != null));
    }

    @Override
    public Mono<DeadLetter> retrieve(String id) {
        return !isId(id)
                ? Mono.empty()
                : Flux.defer(() -> redis.commands().xrange(key, Range.create(id, id)))
                        .map(RedisDeadLetters::letter)
                        .next();
    }

    @Override
    public Mono<Long> count() {
        return Mono.defer(() -> redis.commands().xlen(key));
    }

    @Override
    public Mono<Set<String>> redrive(Collection<String> ids) {
        return run(DeadLetterScripts.REDRIVE, ids).handle((moved, sink) -> {
            if (moved.contains(0L)) {
                sink.error(new QueueFullException(name, settings.capacity()));
            } else {
                sink.next(texts(moved));
            }
        });
    }

    @Override
    public Mono<Set<String>> discard(Collection<String> ids) {
        return run(DeadLetterScripts.DISCARD, ids).map(RedisDeadLetters::texts);
    }

    private Mono<List<Object>> run(RedisScript script, Collection<String> ids) {
        DeadLetters.require("ids", ids.size(), 0);
        List<byte[]> args = new ArrayList<>();
        args.add(bytes(Long.toString(settings.capacity())));
        new LinkedHashSet<>(ids).stream().filter(RedisDeadLetters::isId).forEach(id -> args.add(bytes(id)));
        return redis.<List<Object>>run(script, keys, args).single();
    }

    private static Set<String> texts(List<Object> reply) {
        return reply.stream().map(id -> text((byte[]) id)).collect(Collectors.toUnmodifiableSet());
    }

    private static Range<String> upTo(@Nullable Cursor after) {
        return after == null || !isId(after.id())
                ? Range.unbounded()
                : Range.from(Boundary.unbounded(), Boundary.excluding(after.id()));
    }

    private static boolean isId(String id) {
        return ID.matcher(id).matches();
    }

    private static DeadLetter letter(StreamMessage<String, byte[]> entry) {
        Map<String, byte[]> fields = entry.getBody();
        return new DeadLetter(
                entry.getId(),
                Cause.valueOf(field(fields, "cause", Cause.UNDECODABLE.name())),
                field(fields, "reason", ""),
                field(fields, RedisStream.BODY, ""),
                timeOf(field(fields, "seen", entry.getId())),
                timeOf(entry.getId()),
                Integer.parseInt(field(fields, "receives", "0")));
    }

    /** Letters of the first version tell nothing but the reason. */
    private static String field(Map<String, byte[]> fields, String name, String absent) {
        byte[] value = fields.get(name);
        return value == null ? absent : text(value);
    }

    private static Instant timeOf(String id) {
        return Instant.ofEpochMilli(Long.parseLong(id.split("-", 2)[0]));
    }
}
