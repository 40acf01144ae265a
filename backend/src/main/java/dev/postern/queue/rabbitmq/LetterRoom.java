package dev.postern.queue.rabbitmq;

import dev.postern.queue.DeadLetterLog;
import dev.postern.queue.DeadLetterSettings;
import dev.postern.queue.QueueSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Whether there is room for another dead letter. The broker doesn't tell how large they are, so they are looked at:
 * at most every 30 s while there is room, and while there is none at most twice in the visibility time.
 */
final class LetterRoom {

    private static final Duration FRESH_FOR = Duration.ofSeconds(30);

    private final String queue;
    private final DeadLetterSettings settings;
    private final long pauseMs;
    private final Function<Measuring, Mono<Measured>> looking;

    private Measured known = new Measured(0, 0);
    private long freshUntil = Long.MIN_VALUE;
    private long fullUntil = Long.MIN_VALUE;

    LetterRoom(String queue, QueueSettings settings, Function<Measuring, Mono<Measured>> looking) {
        this.queue = queue;
        this.settings = settings.deadLetters();
        this.pauseMs = settings.visibility().toMillis() / 2;
        this.looking = looking;
    }

    Mono<Boolean> take(long size) {
        return Mono.defer(() -> {
            if (tryTake(size)) {
                return Mono.just(true);
            }
            if (isFull()) {
                return Mono.just(false);
            }
            return looking.apply(look -> measure(look, size)).map(measured -> {
                keep(measured);
                return tryTake(size) || full();
            });
        });
    }

    /** Letters went: what is known is old. */
    synchronized void changed() {
        freshUntil = Long.MIN_VALUE;
        fullUntil = Long.MIN_VALUE;
    }

    private synchronized boolean tryTake(long size) {
        if (Marks.now() >= freshUntil || !hasRoom(known, size)) {
            return false;
        }
        known = new Measured(known.letters + 1, known.bytes + size);
        return true;
    }

    private synchronized void keep(Measured measured) {
        known = measured;
        freshUntil = Marks.now() + FRESH_FOR.toMillis();
    }

    private synchronized boolean isFull() {
        return Marks.now() < fullUntil;
    }

    private synchronized boolean full() {
        fullUntil = Marks.now() + pauseMs;
        return false;
    }

    /** Counts, and drops the oldest where the settings say so and it helps. */
    private Measured measure(Look look, long size) throws IOException {
        List<Letter> droppable = new ArrayList<>();
        var sum = new long[2];
        look.forEach(letter -> {
            sum[0]++;
            sum[1] += letter.body().length;
            droppable.add(letter.withoutBody());
        });
        List<Letter> dropped = new ArrayList<>();
        if (settings.dropOldest() && size <= settings.bytes()) {
            droppable.sort(Letter.NEWEST_FIRST.reversed());
            for (Letter letter : droppable) {
                if (hasRoom(new Measured(sum[0], sum[1]), size)) {
                    break;
                }
                sum[0]--;
                sum[1] -= letter.size();
                dropped.add(letter);
            }
            DeadLetterLog.dropped(queue, dropped.size());
            look.forget(dropped);
        }
        look.putBack();
        return new Measured(sum[0], sum[1]);
    }

    private boolean hasRoom(Measured measured, long size) {
        return measured.letters < settings.capacity() && measured.bytes + size <= settings.bytes();
    }

    record Measured(long letters, long bytes) {}

    @FunctionalInterface
    interface Measuring {
        Measured with(Look look) throws IOException;
    }
}
