package dev.postern.portal.page;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A time as a page shows it.
 *
 * @param relative how long ago, or how soon
 * @param exact to the millisecond, in UTC
 * @param iso for machines
 */
public record Moment(String relative, String exact, String iso) {

    private static final DateTimeFormatter EXACT = DateTimeFormatter.ofPattern(
                    "d MMM uuuu, HH:mm:ss.SSS 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final Duration MONTH = Duration.ofDays(30);

    public static Moment of(Instant time, Instant now) {
        return new Moment(relative(time, now), EXACT.format(time), time.toString());
    }

    private static String relative(Instant time, Instant now) {
        Duration age = Duration.between(time, now);
        if (age.abs().compareTo(MONTH) > 0) {
            return DAY.format(time);
        }
        // What is a day ahead when it is decided is a little less when it is shown: it is still called a day.
        String span = span(age.isNegative() ? age.abs().plusSeconds(1) : age);
        if (span.isEmpty()) {
            return age.isNegative() ? "in a moment" : "just now";
        }
        return age.isNegative() ? "in " + span : span + " ago";
    }

    private static String span(Duration span) {
        if (span.toSeconds() < 5) {
            return "";
        }
        if (span.toSeconds() < 60) {
            return span.toSeconds() + " s";
        }
        if (span.toMinutes() < 60) {
            return span.toMinutes() + " min";
        }
        if (span.toHours() < 24) {
            return span.toHours() + " h";
        }
        return span.toDays() + (span.toDays() == 1 ? " day" : " days");
    }
}
