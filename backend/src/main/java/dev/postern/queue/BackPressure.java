package dev.postern.queue;

import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Mono;

/** How publishers of every queue wait for room. */
public final class BackPressure {

    /** The most messages of one publication. */
    public static final int MAX_MESSAGES = 10_000;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    /**
     * Tries again, with pauses that grow, until the messages are taken.
     *
     * @param taken one try: whether there was room for all messages
     * @return fails with {@link QueueFullException} once it has waited as long as the settings say
     */
    public static Mono<Void> append(String queue, QueueSettings settings, Mono<Boolean> taken) {
        return append(queue, settings, taken, Duration.ZERO);
    }

    /** Throws unless the messages may go in one publication. */
    public static <T> List<T> requireBatch(List<T> messages) {
        if (messages.size() > MAX_MESSAGES) {
            throw new IllegalArgumentException(
                    "messages: %d (expected: at most %d)".formatted(messages.size(), MAX_MESSAGES));
        }
        return List.copyOf(messages);
    }

    private static Mono<Void> append(String queue, QueueSettings settings, Mono<Boolean> taken, Duration waited) {
        return taken.flatMap(done -> {
            if (done) {
                return Mono.empty();
            }
            if (waited.compareTo(settings.publishWait()) >= 0) {
                return Mono.error(new QueueFullException(queue, settings.capacity()));
            }
            Duration pause = shorter(
                    waited.isZero() ? FIRST_PAUSE : shorter(waited, LONGEST_PAUSE),
                    settings.publishWait().minus(waited));
            return Mono.delay(pause).then(append(queue, settings, taken, waited.plus(pause)));
        });
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }

    private BackPressure() {}
}
