package dev.postern.queue.rabbitmq;

import dev.postern.model.Cursor;
import dev.postern.model.Page;
import dev.postern.queue.DeadLetter;
import dev.postern.queue.DeadLetters;
import dev.postern.queue.QueueFullException;
import dev.postern.queue.QueueSettings;
import dev.postern.rabbitmq.RabbitConnection;
import dev.postern.rabbitmq.RabbitConnection.Question;
import dev.postern.redis.RedisLock;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Dead letters where Outpost has them, in a queue. A queue can't be looked at without taking what is in it: so each
 * look takes all letters and puts them back, and the lock sees to it that there is one look at a time.
 */
final class RabbitDeadLetters implements DeadLetters {

    private static final Duration LOCK_PAUSE = Duration.ofMillis(20);
    private static final int LOCK_TRIES = 1_500;

    private final RabbitConnection connection;
    private final Place place;
    private final QueueSettings settings;
    private final RedisLock lock;
    private final LongSupplier inHand;
    private final LetterRoom room;

    RabbitDeadLetters(
            RabbitConnection connection, Place place, QueueSettings settings, RedisLock lock, LongSupplier inHand) {
        this.connection = connection;
        this.place = place;
        this.settings = settings;
        this.lock = lock;
        this.inHand = inHand;
        this.room = new LetterRoom(
                place.queue(), settings, look -> alone(channel -> look.with(new Look(channel, place, true))));
    }

    /** Whether there is room for a letter of that size, which then counts as there. */
    Mono<Boolean> take(long size) {
        return room.take(size);
    }

    @Override
    public Mono<Page<DeadLetter>> list(int limit, @Nullable Cursor after) {
        DeadLetters.require("limit", limit, 1);
        return alone(channel -> {
            var newest = new TreeSet<>(Letter.NEWEST_FIRST);
            var look = new Look(channel, place, false);
            look.forEach(letter -> {
                if (after == null || letter.isAfter(after)) {
                    newest.add(letter);
                }
                if (newest.size() > limit + 1) {
                    newest.pollLast();
                }
            });
            look.putBack();
            List<DeadLetter> page =
                    newest.stream().limit(limit).map(Letter::deadLetter).toList();
            return new Page<>(page, newest.size() > limit, after != null);
        });
    }

    @Override
    public Mono<DeadLetter> retrieve(String id) {
        return this.<List<Letter>>alone(channel -> {
                    var look = new Look(channel, place, false);
                    List<Letter> found = look.find(Set.of(id));
                    look.putBack();
                    return found;
                })
                .flatMap(found -> Mono.justOrEmpty(found.stream().findFirst().map(Letter::deadLetter)));
    }

    @Override
    public Mono<Long> count() {
        return alone(channel -> channel.messageCount(place.deadLetters()));
    }

    @Override
    public Mono<Set<String>> redrive(Collection<String> ids) {
        return change(ids, (look, found) -> {
            long waiting = look.channel().messageCount(place.queue()) + inHand.getAsLong();
            if (waiting + found.size() > settings.capacity()) {
                throw new QueueFullException(place.queue(), settings.capacity());
            }
            look.publish(found.stream()
                    .map(letter -> place.message(Marks.fresh().headers(), letter.body()))
                    .toList());
        });
    }

    @Override
    public Mono<Set<String>> discard(Collection<String> ids) {
        return change(ids, (look, found) -> {});
    }

    private Mono<Set<String>> change(Collection<String> ids, Change change) {
        DeadLetters.require("ids", ids.size(), 0);
        Set<String> wanted = Set.copyOf(ids);
        return this.<Set<String>>alone(channel -> {
                    var look = new Look(channel, place, true);
                    List<Letter> found = look.find(wanted);
                    try {
                        change.apply(look, found);
                        look.forget(found);
                    } finally {
                        look.putBack();
                    }
                    var done = new HashSet<String>();
                    found.forEach(letter -> done.add(letter.id()));
                    return Set.copyOf(done);
                })
                .doOnSuccess(done -> room.changed());
    }

    private <T> Mono<T> alone(Question<T> question) {
        return Mono.defer(() -> {
                    var answer = new AtomicReference<@Nullable T>();
                    return lock.with(connection
                                    .ask(question)
                                    .doOnNext(answer::set)
                                    .then())
                            .flatMap(done -> done ? Mono.justOrEmpty(answer.get()) : Mono.error(new TakenException()));
                })
                .retryWhen(Retry.fixedDelay(LOCK_TRIES, LOCK_PAUSE)
                        .filter(TakenException.class::isInstance)
                        .onRetryExhaustedThrow((spec, signal) -> signal.failure()));
    }

    /** What is done with letters that were found; they are gone after it. */
    private interface Change {
        void apply(Look look, List<Letter> found) throws IOException;
    }

    private static final class TakenException extends RuntimeException {

        private static final long serialVersionUID = 1;

        TakenException() {
            super("somebody looks at the dead letters for too long (expected: 30 s at most)");
        }
    }
}
