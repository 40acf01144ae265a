package dev.postern.logstore;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * How long the buckets of metrics are, and where they begin: always in UTC, and for a length always at
 * the same instants, whatever is asked for.
 */
public sealed interface Granularity {

    /** The shortest. */
    Duration SHORTEST = Duration.ofSeconds(1);

    /** The longest of a fixed length: the longest month's. */
    Duration LONGEST = Duration.ofDays(31);

    /** The months of the calendar. */
    Granularity MONTH = new Month();

    /** Whether buckets can be that long. */
    static boolean allows(Duration length) {
        return length.equals(Duration.ofSeconds(length.toSeconds()))
                && length.compareTo(SHORTEST) >= 0
                && length.compareTo(LONGEST) <= 0;
    }

    /** Buckets of a fixed length. */
    static Granularity of(Duration length) {
        return new Fixed(length);
    }

    /** When the bucket begins that the time lies in. */
    Instant startOf(Instant time);

    /** When the bucket ends that begins then. */
    Instant endOf(Instant start);

    /**
     * As long as each other, counted from 1970-01-01T00:00Z; whole weeks from the Monday after it, so that
     * weeks are those of ISO 8601.
     *
     * @param length whole seconds, from {@link #SHORTEST} to {@link #LONGEST}
     */
    record Fixed(Duration length) implements Granularity {

        private static final long WEEK = Duration.ofDays(7).toSeconds();

        /** 1970-01-05, a Monday. */
        private static final long FIRST_MONDAY = Duration.ofDays(4).toSeconds();

        public Fixed {
            if (!allows(length)) {
                throw new IllegalArgumentException(
                        "length: %s (expected: whole seconds, %s..%s)".formatted(length, SHORTEST, LONGEST));
            }
        }

        @Override
        public Instant startOf(Instant time) {
            long seconds = length.toSeconds();
            long origin = seconds % WEEK == 0 ? FIRST_MONDAY : 0;
            return Instant.ofEpochSecond(Math.floorDiv(time.getEpochSecond() - origin, seconds) * seconds + origin);
        }

        @Override
        public Instant endOf(Instant start) {
            return start.plus(length);
        }
    }

    /** See {@link #MONTH}. */
    record Month() implements Granularity {

        @Override
        public Instant startOf(Instant time) {
            return time.atOffset(ZoneOffset.UTC)
                    .withDayOfMonth(1)
                    .truncatedTo(ChronoUnit.DAYS)
                    .toInstant();
        }

        @Override
        public Instant endOf(Instant start) {
            return start.atOffset(ZoneOffset.UTC).plusMonths(1).toInstant();
        }
    }
}
