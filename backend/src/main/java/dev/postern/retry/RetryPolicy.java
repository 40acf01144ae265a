package dev.postern.retry;

import dev.postern.model.Ranges;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** How long after a failed attempt the next one follows, and how many there may be. */
public sealed interface RetryPolicy {

    /**
     * The delay before the attempt that follows.
     *
     * @param attempt the number of the attempt that failed, 1 for the first
     * @return empty where the budget is spent
     */
    Optional<Duration> delayAfter(int attempt);

    /** How many retries may follow the first attempt. */
    int limit();

    /** The longest of its delays; zero where there are none. */
    default Duration longestDelay() {
        return IntStream.rangeClosed(1, limit())
                .mapToObj(this::delayAfter)
                .flatMap(Optional::stream)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** {@code interval} doubled with each retry, {@code limit} times; never over 365 days. */
    record Exponential(Duration interval, int limit) implements RetryPolicy {

        private static final Duration LONGEST = Duration.ofDays(365);

        public Exponential {
            Ranges.requireNotNegative("interval", interval);
            Ranges.requireAtLeast("limit", limit, 0);
        }

        @Override
        public Optional<Duration> delayAfter(int attempt) {
            if (attempt > limit) {
                return Optional.empty();
            }
            int doublings = Math.clamp(attempt - 1L, 0, 40);
            double millis = Math.scalb((double) interval.toMillis(), doublings);
            return Optional.of(millis >= LONGEST.toMillis() ? LONGEST : Duration.ofMillis((long) millis));
        }
    }

    /** The delays one by one: as many retries as there are delays. */
    record Schedule(List<Duration> delays) implements RetryPolicy {

        public Schedule {
            delays = List.copyOf(delays);
            if (delays.stream().anyMatch(Duration::isNegative)) {
                throw new IllegalArgumentException("delays: %s (expected: each >= 0)".formatted(delays));
            }
        }

        @Override
        public Optional<Duration> delayAfter(int attempt) {
            return attempt > delays.size() ? Optional.empty() : Optional.of(delays.get(Math.max(attempt, 1) - 1));
        }

        @Override
        public int limit() {
            return delays.size();
        }
    }

    /**
     * Another policy's delays, each longer by up to {@code percent} of itself, so that what failed at one
     * moment doesn't come again at one. Never shorter: the schedule is the least.
     */
    record Jittered(RetryPolicy exact, int percent, RandomGenerator random) implements RetryPolicy {

        public Jittered {
            if (percent < 0 || percent > 100) {
                throw new IllegalArgumentException("percent: %d (expected: 0..100)".formatted(percent));
            }
        }

        @Override
        public Optional<Duration> delayAfter(int attempt) {
            return exact.delayAfter(attempt).map(delay -> delay.plusMillis(random.nextLong(most(delay) + 1)));
        }

        @Override
        public int limit() {
            return exact.limit();
        }

        @Override
        public Duration longestDelay() {
            Duration longest = exact.longestDelay();
            return longest.plusMillis(most(longest));
        }

        private long most(Duration delay) {
            return delay.toMillis() / 100 * percent + delay.toMillis() % 100 * percent / 100;
        }
    }
}
