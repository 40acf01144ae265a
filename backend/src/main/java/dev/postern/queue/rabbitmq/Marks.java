package dev.postern.queue.rabbitmq;

import dev.postern.rabbitmq.RabbitDelivery;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Schedulers;

/**
 * What is known of a message, in headers that travel with it. One that Outpost sent has none.
 *
 * @param seen when it came into the queue, in ms
 * @param receives how often it was handed out before
 * @param failures how many of those count against it
 */
record Marks(long seen, int receives, int failures) {

    private static final String SEEN = "x-postern-seen";
    private static final String RECEIVES = "x-postern-receives";
    private static final String FAILURES = "x-postern-failures";

    /** Of a message that is published now. */
    static Marks fresh() {
        return new Marks(now(), 0, 0);
    }

    /** Of a message that came. Each time that the broker took it back from a consumer counts: the consumer died. */
    static Marks of(RabbitDelivery delivery) {
        Marks marks = of(delivery.headers());
        return new Marks(marks.seen, marks.receives + delivery.returns(), marks.failures + delivery.returns());
    }

    static Marks of(Map<String, Object> headers) {
        return new Marks(
                number(headers, SEEN, 0), (int) number(headers, RECEIVES, 0), (int) number(headers, FAILURES, 0));
    }

    Marks received() {
        return new Marks(seen, receives + 1, failures);
    }

    Marks failed() {
        return new Marks(seen, receives, failures + 1);
    }

    Map<String, Object> headers() {
        return new TreeMap<>(Map.of(SEEN, seen, RECEIVES, receives, FAILURES, failures));
    }

    Instant seenAt() {
        return Instant.ofEpochMilli(seen);
    }

    /** By the clock that delays go by. */
    static long now() {
        return Schedulers.parallel().now(TimeUnit.MILLISECONDS);
    }

    static long number(Map<String, Object> headers, String name, long absent) {
        return headers.get(name) instanceof Number number ? number.longValue() : absent;
    }
}
