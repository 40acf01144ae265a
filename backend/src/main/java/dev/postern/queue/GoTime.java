package dev.postern.queue;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;

/** Times as Go's RFC3339Nano writes them: as many digits of the second as it takes, none for zero. */
public final class GoTime {

    private static final DateTimeFormatter UTC = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .appendLiteral('Z')
            .toFormatter();

    public static String write(Instant time) {
        return UTC.format(LocalDateTime.ofInstant(time, ZoneOffset.UTC));
    }

    /** Any offset is understood. */
    static Instant read(String text) {
        return OffsetDateTime.parse(text).toInstant();
    }

    private GoTime() {}
}
