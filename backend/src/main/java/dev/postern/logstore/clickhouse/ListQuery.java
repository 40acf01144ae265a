package dev.postern.logstore.clickhouse;

import dev.postern.logstore.StoredForm;
import dev.postern.logstore.TimeResolution;
import dev.postern.model.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of one table, in the terms of SQL. */
record ListQuery(Source source, List<Match> matches, List<Bound> bounds) {

    static final TimeResolution TIMES = TimeResolution.MILLISECONDS;

    ListQuery {
        matches = List.copyOf(matches);
        bounds = List.copyOf(bounds);
    }

    /** Whether no more than a few rows can match, wherever in the table they are: the columns' indexes find them. */
    boolean few() {
        return matches.stream().anyMatch(match -> match.column() == Column.EVENT || match.column() == Column.ATTEMPT);
    }

    /** Whether only rows of one tenant match, which are kept in an order of their own. */
    boolean ofOneTenant() {
        return matches.stream().anyMatch(match -> match.column() == Column.TENANT && match.mode() == Mode.ONE);
    }

    static List<Bound> bounds(Column column, TimeRange range) {
        List<Bound> bounds = new ArrayList<>();
        add(bounds, column, true, range.gt() == null ? null : TIMES.after(range.gt()));
        add(bounds, column, true, range.gte() == null ? null : TIMES.from(range.gte()));
        add(bounds, column, false, range.lt() == null ? null : TIMES.from(range.lt()));
        add(bounds, column, false, range.lte() == null ? null : TIMES.after(range.lte()));
        return bounds;
    }

    private static void add(List<Bound> bounds, Column column, boolean lower, @Nullable Instant time) {
        if (time != null) {
            bounds.add(new Bound(column, lower, time));
        }
    }

    /** {@code column >= time} where {@code lower}, else {@code column < time}. */
    record Bound(Column column, boolean lower, Instant time) {}

    /** How a column's wanted values are looked for. */
    enum Mode {
        /** It equals the only one. */
        ONE,
        /** It equals one of them. */
        ANY,
        /** The array that it holds has one of them. */
        OVERLAP
    }

    /** The values that a column may have. */
    record Match(Column column, Mode mode, List<String> values) {

        Match {
            values = List.copyOf(values);
        }

        static Match of(Column column, Collection<String> values) {
            List<String> stored =
                    values.stream().map(StoredForm::text).distinct().sorted().toList();
            if (column == Column.MATCHED_DESTINATIONS) {
                return new Match(column, Mode.OVERLAP, stored);
            }
            return new Match(column, stored.size() == 1 ? Mode.ONE : Mode.ANY, stored);
        }

        /**
         * Whether queries that differ in its value alone can go into one statement. All versions of a row must
         * have the same value: else a row takes a place of the limit where it was, and is found where it is.
         */
        boolean fans() {
            return mode == Mode.ONE && column.lasting();
        }
    }
}
