package dev.postern.logstore.postgres.retention;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;

/** A calendar month of UTC, whatever zone anybody lives in. */
record Month(YearMonth value) {

    /** The months after the one that it is now. */
    static List<Month> after(Instant now, int count) {
        YearMonth current = YearMonth.from(now.atOffset(ZoneOffset.UTC));
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> new Month(current.plusMonths(i)))
                .toList();
    }

    Instant start() {
        return value.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    Instant end() {
        return value.plusMonths(1).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    /** As names of tables have it. */
    String label() {
        return "%04d_%02d".formatted(value.getYear(), value.getMonthValue());
    }
}
