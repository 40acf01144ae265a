package dev.postern.logstore.clickhouse;

import dev.postern.logstore.clickhouse.ListQuery.Bound;
import dev.postern.logstore.clickhouse.ListQuery.Match;
import dev.postern.logstore.clickhouse.ListQuery.Mode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first rows from a place on, one way or the other.
 *
 * @param near where to begin; null for the table's end
 * @param need how many rows are wanted
 * @param whole how many of them are, with what they carry; the others only say that they are there
 */
record Search(
        ListQuery query,
        Source.Detail detail,
        boolean ascending,
        @Nullable Edge near,
        int need,
        int whole) {

    /** All rows whole. */
    Search(ListQuery query, Source.Detail detail, boolean ascending, @Nullable Edge near, int need) {
        this(query, detail, ascending, near, need, need);
    }

    /** What searches that can go into one statement have in common. */
    Object kind() {
        return List.of(
                query.matches().stream()
                        .map(match -> match.fans() ? new Match(match.column(), Mode.ONE, List.of()) : match)
                        .toList(),
                query.source(),
                query.bounds(),
                detail,
                ascending,
                near == null ? "" : near,
                need,
                whole);
    }

    /** The columns whose values the search has to itself, and these values. */
    List<Column> ownColumns() {
        return query.matches().stream().filter(Match::fans).map(Match::column).toList();
    }

    List<String> ownValues() {
        return query.matches().stream()
                .filter(Match::fans)
                .map(match -> match.values().getFirst())
                .toList();
    }

    /** The latest time that rows from there on can have, or with {@code ascending} the earliest; null: any. */
    @Nullable
    Instant start(@Nullable Edge from) {
        Instant start = from == null ? null : from.time();
        for (Bound bound : query.bounds()) {
            if (bound.column() == query.source().time()
                    && bound.lower() == ascending
                    && (start == null
                            || (ascending
                                    ? bound.time().isAfter(start)
                                    : bound.time().isBefore(start)))) {
                start = bound.time();
            }
        }
        return start;
    }

    /**
     * Behind a row's place, or at it.
     *
     * @param id may be empty, which is before every row of the time
     */
    record Edge(Instant time, String id, boolean inclusive) {}
}
