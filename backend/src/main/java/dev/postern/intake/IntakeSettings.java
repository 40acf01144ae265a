package dev.postern.intake;

import java.time.Duration;

/**
 * How events are taken in.
 *
 * @param concurrency how many are published at once; at least 1
 * @param prefetch how many messages may be in hand; at least {@code concurrency}
 * @param maxRedeliveries how often a message comes again that failed; then it is rejected. -1 for ever
 * @param pause how long a message that failed is held before it goes back
 * @param maxBytes how large a payload may be
 * @param requiresTopic whether an event must name its topic
 * @param drain how long what is in hand may go on after a stop
 */
public record IntakeSettings(
        int concurrency,
        int prefetch,
        int maxRedeliveries,
        Duration pause,
        int maxBytes,
        boolean requiresTopic,
        Duration drain) {

    public static final IntakeSettings DEFAULTS =
            new IntakeSettings(1, 1, -1, Duration.ofSeconds(1), 1 << 20, false, Duration.ofSeconds(30));

    public IntakeSettings {
        if (concurrency < 1) {
            throw new IllegalArgumentException("concurrency: %d (expected: >= 1)".formatted(concurrency));
        }
        if (prefetch < concurrency) {
            throw new IllegalArgumentException("prefetch: %d (expected: >= %d)".formatted(prefetch, concurrency));
        }
        if (maxRedeliveries < -1) {
            throw new IllegalArgumentException("maxRedeliveries: %d (expected: >= -1)".formatted(maxRedeliveries));
        }
        if (pause.isNegative()) {
            throw new IllegalArgumentException("pause: %s (expected: >= 0)".formatted(pause));
        }
        if (maxBytes < 1) {
            throw new IllegalArgumentException("maxBytes: %d (expected: >= 1)".formatted(maxBytes));
        }
    }

    public IntakeSettings withConcurrency(int events, int messages) {
        return new IntakeSettings(events, messages, maxRedeliveries, pause, maxBytes, requiresTopic, drain);
    }

    public IntakeSettings withMaxRedeliveries(int times) {
        return new IntakeSettings(concurrency, prefetch, times, pause, maxBytes, requiresTopic, drain);
    }

    public IntakeSettings withPause(Duration time) {
        return new IntakeSettings(concurrency, prefetch, maxRedeliveries, time, maxBytes, requiresTopic, drain);
    }

    public IntakeSettings withMaxBytes(int bytes) {
        return new IntakeSettings(concurrency, prefetch, maxRedeliveries, pause, bytes, requiresTopic, drain);
    }

    public IntakeSettings withRequiresTopic(boolean required) {
        return new IntakeSettings(concurrency, prefetch, maxRedeliveries, pause, maxBytes, required, drain);
    }

    public IntakeSettings withDrain(Duration time) {
        return new IntakeSettings(concurrency, prefetch, maxRedeliveries, pause, maxBytes, requiresTopic, time);
    }
}
