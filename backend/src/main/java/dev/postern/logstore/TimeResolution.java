package dev.postern.logstore;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** How finely a store keeps times, and from when until when. */
public enum TimeResolution {
    /** PostgreSQL's, in the years that all of our other formats can write. */
    MICROSECONDS(ChronoUnit.MICROS, "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"),
    /** That of ClickHouse's {@code DateTime64(3)}. */
    MILLISECONDS(ChronoUnit.MILLIS, "1900-01-01T00:00:00Z", "2299-12-31T23:59:59.999Z");

    private final ChronoUnit unit;
    private final Instant min;
    private final Instant max;

    TimeResolution(ChronoUnit unit, String min, String max) {
        this.unit = unit;
        this.min = Instant.parse(min);
        this.max = Instant.parse(max);
    }

    /** The time as it is kept: cut, and moved into the range. */
    public Instant stored(Instant time) {
        if (time.isBefore(min)) {
            return min;
        }
        return time.isAfter(max) ? max : time.truncatedTo(unit);
    }

    /** The earliest time that can be kept and is not before this one; right behind the last, where none is. */
    public Instant from(Instant time) {
        return stored(time).isBefore(time) ? after(time) : stored(time);
    }

    /** The earliest time that can be kept and is after this one; right behind the last, where none is. */
    public Instant after(Instant time) {
        return time.isBefore(min) ? min : stored(time).plus(1, unit);
    }
}
