package dev.postern.logstore.postgres.retention;

import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A table of the log as it stands. Names are as SQL wants them, with their schema.
 *
 * @param plainName without its schema
 * @param ranges its partitions by time, whoever made them
 */
record LogTable(String plainName, String schema, List<Partition> defaults, List<Partition> ranges) {

    static final List<String> NAMES = List.of("events", "attempts");

    private static final String PARTITIONS = """
            select format('%I', n.nspname), format('%I.%I', m.nspname, p.relname), b.bound = 'DEFAULT',
                (regexp_match(b.bound, 'FROM \\(''([^'']+)''\\)'))[1]::timestamptz,
                (regexp_match(b.bound, 'TO \\(''([^'']+)''\\)'))[1]::timestamptz,
                p.relkind = 'r' and exists(select from pg_am a where a.oid = p.relam and a.amname = 'heap')
            from pg_class t join pg_namespace n on n.oid = t.relnamespace
            join pg_inherits i on i.inhparent = t.oid
            join pg_class p on p.oid = i.inhrelid join pg_namespace m on m.oid = p.relnamespace
            cross join lateral (select pg_get_expr(p.relpartbound, p.oid) as bound) b
            where t.oid = to_regclass($1) order by 4, 2""";

    LogTable {
        defaults = List.copyOf(defaults);
        ranges = List.copyOf(ranges);
    }

    /** The table as it stands now; fails where there is none with a default partition. */
    static Mono<LogTable> read(Session session, String name) {
        return session.rows(PARTITIONS, Line::of, name).collectList().flatMap(lines -> {
            List<Partition> defaults =
                    lines.stream().filter(Line::isDefault).map(Line::partition).toList();
            if (defaults.isEmpty()) {
                return Mono.error(new IllegalStateException(
                        "%s has no default partition (expected: Outpost's layout)".formatted(name)));
            }
            List<Partition> ranges = lines.stream()
                    .filter(line -> !line.isDefault())
                    .map(Line::partition)
                    .toList();
            return Mono.just(new LogTable(name, lines.getFirst().schema(), defaults, ranges));
        });
    }

    /** With its schema. */
    String name() {
        return schema + "." + plainName;
    }

    /** Where the rows are that no other partition takes. */
    Partition fallback() {
        return defaults.getFirst();
    }

    boolean covers(Month month) {
        return ranges.stream().anyMatch(range -> range.overlaps(month));
    }

    /**
     * A partition.
     *
     * @param from null for no bound
     * @param to null for no bound
     * @param plain whether its rows are its own and lie in the server's usual form: neither a table of another
     *     server nor one of partitions in turn, which somebody made with something in mind
     */
    record Partition(
            String name, @Nullable Instant from, @Nullable Instant to, boolean plain) {

        boolean endsBy(Instant time) {
            return to != null && !to.isAfter(time);
        }

        private boolean overlaps(Month month) {
            return (from == null || from.isBefore(month.end())) && (to == null || to.isAfter(month.start()));
        }
    }

    private record Line(String schema, boolean isDefault, Partition partition) {

        static Line of(Readable row) {
            return new Line(
                    Session.text(row, 0),
                    Session.flag(row, 2),
                    new Partition(
                            Session.text(row, 1),
                            row.get(3, Instant.class),
                            row.get(4, Instant.class),
                            Session.flag(row, 5)));
        }
    }
}
