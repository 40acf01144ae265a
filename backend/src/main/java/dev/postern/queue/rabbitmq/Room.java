package dev.postern.queue.rabbitmq;

import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Whether a queue has room, by a look at its depth from time to time and by what was published since. */
final class Room {

    private static final long FRESH_FOR_MS = 1_000;

    private final long capacity;
    private final Mono<Long> depth;

    private long depthAtMost;
    private long freshUntil = Long.MIN_VALUE;

    Room(long capacity, Mono<Long> depth) {
        this.capacity = capacity;
        this.depth = depth;
    }

    /** Whether there is room for so many more, which then count as there. */
    Mono<Boolean> take(int messages) {
        return Mono.defer(() -> tryTake(messages)
                ? Mono.just(true)
                : depth.map(found -> {
                    measured(found);
                    return tryTake(messages);
                }));
    }

    private synchronized boolean tryTake(int messages) {
        if (now() >= freshUntil || depthAtMost + messages > capacity) {
            return false;
        }
        depthAtMost += messages;
        return true;
    }

    private synchronized void measured(long found) {
        depthAtMost = found;
        freshUntil = now() + FRESH_FOR_MS;
    }

    private static long now() {
        return Schedulers.parallel().now(TimeUnit.MILLISECONDS);
    }
}
