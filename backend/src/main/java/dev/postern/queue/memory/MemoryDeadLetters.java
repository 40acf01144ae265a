package dev.postern.queue.memory;

import dev.postern.model.Cursor;
import dev.postern.model.Page;
import dev.postern.queue.DeadLetter;
import dev.postern.queue.DeadLetter.Cause;
import dev.postern.queue.DeadLetterLog;
import dev.postern.queue.DeadLetterSettings;
import dev.postern.queue.DeadLetters;
import dev.postern.queue.MessageCodec;
import dev.postern.queue.QueueFullException;
import dev.postern.queue.QueueSettings;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Dead letters by their number, which is their id. Guarded by their queue's lock, so that a redrive is one step. */
final class MemoryDeadLetters<T> implements DeadLetters {

    private final String name;
    private final MessageCodec<T> codec;
    private final QueueSettings queueSettings;
    private final DeadLetterSettings settings;
    private final MemoryQueue<T> queue;
    private final NavigableMap<Long, Kept<T>> letters = new TreeMap<>();
    private long lastNumber;
    private long bytes;

    MemoryDeadLetters(String name, MessageCodec<T> codec, QueueSettings settings, MemoryQueue<T> queue) {
        this.name = name;
        this.codec = codec;
        this.queueSettings = settings;
        this.settings = settings.deadLetters();
        this.queue = queue;
    }

    /** Whether there was room. */
    boolean add(Entry<T> entry, Cause cause, String reason) {
        synchronized (queue) {
            byte[] body = codec.encode(entry.body());
            if (!makeRoom(body.length)) {
                return false;
            }
            long number = ++lastNumber;
            var letter = new DeadLetter(
                    Long.toString(number),
                    cause,
                    reason,
                    new String(body, StandardCharsets.UTF_8),
                    entry.firstSeen(),
                    MemoryQueue.now(),
                    entry.receives());
            letters.put(number, new Kept<>(letter, entry.body(), body.length));
            bytes += body.length;
            DeadLetterLog.setAside(name, letter.id(), cause, letter.reason());
            return true;
        }
    }

    @Override
    public Mono<Page<DeadLetter>> list(int limit, @Nullable Cursor after) {
        DeadLetters.require("limit", limit, 1);
        return Mono.fromSupplier(() -> {
            synchronized (queue) {
                Long from = after == null ? null : numberOf(after.id());
                Collection<Kept<T>> older = (from == null ? letters : letters.headMap(from, false))
                        .descendingMap()
                        .values();
                List<DeadLetter> page =
                        older.stream().limit(limit).map(Kept::letter).toList();
                return new Page<>(page, older.size() > limit, after != null);
            }
        });
    }

    @Override
    public Mono<DeadLetter> retrieve(String id) {
        return Mono.fromSupplier(() -> {
            synchronized (queue) {
                Kept<T> kept = find(id);
                return kept == null ? null : kept.letter();
            }
        });
    }

    @Override
    public Mono<Long> count() {
        return Mono.fromSupplier(() -> {
            synchronized (queue) {
                return (long) letters.size();
            }
        });
    }

    @Override
    public Mono<Set<String>> redrive(Collection<String> ids) {
        DeadLetters.require("ids", ids.size(), 0);
        return Mono.fromSupplier(() -> {
            synchronized (queue) {
                List<Kept<T>> found = find(ids);
                if (!queue.offer(found.stream().map(Kept::body).toList())) {
                    throw new QueueFullException(name, queueSettings.capacity());
                }
                return remove(found);
            }
        });
    }

    @Override
    public Mono<Set<String>> discard(Collection<String> ids) {
        DeadLetters.require("ids", ids.size(), 0);
        return Mono.fromSupplier(() -> {
            synchronized (queue) {
                return remove(find(ids));
            }
        });
    }

    private boolean makeRoom(long size) {
        if (settings.dropOldest() && size <= settings.bytes()) {
            long dropped = 0;
            while (!letters.isEmpty() && !hasRoom(size)) {
                bytes -= letters.pollFirstEntry().getValue().size();
                dropped++;
            }
            DeadLetterLog.dropped(name, dropped);
        }
        return hasRoom(size);
    }

    private boolean hasRoom(long size) {
        return letters.size() < settings.capacity() && bytes + size <= settings.bytes();
    }

    private Set<String> remove(List<Kept<T>> found) {
        found.forEach(kept -> {
            letters.remove(numberOf(kept.letter().id()));
            bytes -= kept.size();
        });
        return found.stream().map(kept -> kept.letter().id()).collect(Collectors.toUnmodifiableSet());
    }

    private List<Kept<T>> find(Collection<String> ids) {
        return ids.stream().distinct().map(this::find).filter(Objects::nonNull).toList();
    }

    private @Nullable Kept<T> find(String id) {
        Long number = numberOf(id);
        return number == null ? null : letters.get(number);
    }

    private static @Nullable Long numberOf(String id) {
        try {
            return Long.valueOf(id);
        } catch (NumberFormatException notOurs) {
            return null;
        }
    }

    /** @param size of the encoded body */
    private record Kept<T>(DeadLetter letter, T body, long size) {}
}
