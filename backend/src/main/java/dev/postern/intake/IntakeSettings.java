package dev.postern.intake;

import dev.postern.model.Ranges;
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
        Ranges.requireAtLeast("concurrency", concurrency, 1);
        Ranges.requireAtLeast("prefetch", prefetch, concurrency);
        Ranges.requireAtLeast("maxRedeliveries", maxRedeliveries, -1);
        Ranges.requireNotNegative("pause", pause);
        Ranges.requireAtLeast("maxBytes", maxBytes, 1);
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
