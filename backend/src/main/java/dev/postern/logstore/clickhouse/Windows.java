package dev.postern.logstore.clickhouse;

import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.min;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.select;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jooq.Field;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * How far back, or on, a number of rows lies: a guess, from how many rows each partition has between its first
 * and last time. The server knows this by heart, and reads no row for it. A wrong guess costs time, never rows.
 */
final class Windows {

    private static final Duration KNOWN = Duration.ofMinutes(1);

    private final Map<Source, Mono<List<Span>>> spans = new EnumMap<>(Source.class);

    Windows(Server server, String prefix) {
        for (Source source : Source.values()) {
            Statement statement = new Statement(sql(source, prefix), new Arguments());
            spans.put(
                    source,
                    server.query(statement, row -> new Span(row.time(), row.time(), row.count()))
                            .cache(known -> KNOWN, error -> Duration.ZERO, () -> Duration.ZERO));
        }
    }

    Mono<List<Span>> spans(Source source) {
        return Objects.requireNonNull(spans.get(source));
    }

    /**
     * The time up to which, from {@code start} on, about so many rows lie; null where that is all there are.
     *
     * @param start null for the table's end
     */
    static @Nullable Instant far(List<Span> spans, @Nullable Instant start, boolean ascending, double rows) {
        double missing = rows;
        Comparator<Span> oldestFirst = Comparator.comparing(Span::min);
        for (Span span : spans.stream()
                .sorted(ascending ? oldestFirst : oldestFirst.reversed())
                .toList()) {
            double first = span.min().toEpochMilli();
            double last = span.max().toEpochMilli() + 1.0;
            double from =
                    start == null ? (ascending ? first : last) : Math.clamp((double) start.toEpochMilli(), first, last);
            double reach = ascending ? last - from : from - first;
            double here = span.rows() * reach / (last - first);
            if (here > missing) {
                double way = reach * missing / here;
                return Instant.ofEpochMilli((long) (ascending ? Math.ceil(from + way) : Math.floor(from - way)));
            }
            missing -= here;
        }
        return null;
    }

    private static String sql(Source source, String prefix) {
        Field<Object> time = source.time().field();
        Field<Object> partition = field(name("_partition_id"), Object.class);
        return Sql.render(select(min(time), max(time), count())
                .from(Sql.table(prefix + source.table()))
                .groupBy(partition));
    }

    /** Rows of a partition: the first and last time among them, and how many there are. */
    record Span(Instant min, Instant max, long rows) {}
}
