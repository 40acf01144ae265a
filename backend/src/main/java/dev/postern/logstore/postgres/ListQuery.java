package dev.postern.logstore.postgres;

import dev.postern.logstore.StoredForm;
import dev.postern.logstore.TimeResolution;
import dev.postern.model.Cursor;
import dev.postern.model.PageRequest;
import dev.postern.model.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of one table, in the terms of SQL. */
record ListQuery(Source source, Source.Detail detail, List<Match> matches, List<Bound> bounds, PageRequest page) {

    ListQuery {
        matches = List.copyOf(matches);
        bounds = List.copyOf(bounds);
    }

    Shape shape() {
        return new Shape(
                source,
                detail,
                matches.stream()
                        .map(match -> new Shape.MatchShape(match.column(), match.mode()))
                        .toList(),
                bounds.stream()
                        .map(bound -> new Shape.BoundShape(bound.column(), bound.lower()))
                        .toList(),
                page.direction(),
                page.backward(),
                page.from() != null);
    }

    /** The values that the shape leaves open, in the order of {@link Shape#parameterTypes()}. */
    List<String> values() {
        List<String> values = new ArrayList<>();
        matches.forEach(match -> values.addAll(match.arguments(matches)));
        bounds.forEach(bound -> values.add(text(bound.time())));
        Cursor from = page.from();
        if (from != null) {
            values.add(text(TimeResolution.MICROSECONDS.stored(from.time())));
            values.add(StoredForm.text(from.id()));
        }
        // One more tells whether there are more.
        values.add(String.valueOf(page.limit() + 1));
        return values;
    }

    /** The range's ends, moved to where they mean the same among times that are whole microseconds. */
    static List<Bound> bounds(Column column, TimeRange range) {
        List<Bound> bounds = new ArrayList<>();
        add(bounds, column, true, range.gt(), true);
        add(bounds, column, true, range.gte(), false);
        add(bounds, column, false, range.lt(), false);
        add(bounds, column, false, range.lte(), true);
        return bounds;
    }

    /** The time as PostgreSQL reads it: a bound may lie right after the year 9999. */
    private static String text(Instant time) {
        String text = time.toString();
        return text.startsWith("+") ? text.substring(1) : text;
    }

    private static void add(List<Bound> bounds, Column column, boolean lower, @Nullable Instant end, boolean beyond) {
        if (end == null) {
            return;
        }
        Instant first = beyond ? TimeResolution.MICROSECONDS.after(end) : TimeResolution.MICROSECONDS.from(end);
        bounds.add(new Bound(column, lower, first));
    }

    /** {@code column >= time} where {@code lower}, else {@code column < time}. */
    record Bound(Column column, boolean lower, Instant time) {}

    /** How a column's wanted values are looked for. */
    enum Mode {
        /** It equals the only one. */
        ONE,
        /** It equals one of them. */
        ANY,
        /** It equals one of them, each of which is read as an ordered list of its own. */
        BRANCH,
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
                    values.stream().map(StoredForm::text).distinct().toList();
            return new Match(column, stored.size() == 1 ? Mode.ONE : Mode.ANY, stored);
        }

        Match as(Mode other) {
            return new Match(column, other, values);
        }

        /** The one argument: the value, or the array's text. Branches are the product of all that branch. */
        private List<String> arguments(List<Match> all) {
            return switch (mode) {
                case ONE -> List.of(values.getFirst());
                case ANY, OVERLAP -> List.of(ArrayText.of(values));
                case BRANCH -> List.of(ArrayText.of(Branches.column(all, this)));
            };
        }
    }
}
