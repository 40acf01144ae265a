package dev.postern.logstore.clickhouse;

import dev.postern.logstore.clickhouse.ListQuery.Bound;
import dev.postern.logstore.clickhouse.ListQuery.Match;
import dev.postern.logstore.clickhouse.Search.Edge;
import dev.postern.logstore.clickhouse.Shape.BoundShape;
import dev.postern.logstore.clickhouse.Shape.MatchShape;
import dev.postern.logstore.clickhouse.Shape.Near;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one statement looks for.
 *
 * @param alike searches of one kind
 * @param groups by which columns rows are counted towards the limit, as {@link Shape} has it
 * @param near where to begin, wherever the searches themselves do
 * @param far the time up to which to look; null: to the table's end
 * @param exact whether a row that is stored several times counts once
 * @param candidates the limit
 */
record Look(
        List<Search> alike,
        List<Column> groups,
        @Nullable Edge near,
        @Nullable Instant far,
        boolean exact,
        int candidates) {

    Search first() {
        return alike.getFirst();
    }

    Shape shape() {
        Search first = first();
        boolean fan = !groups.isEmpty();
        return new Shape(
                first.query().source(),
                first.detail(),
                first.query().matches().stream()
                        .map(match -> new MatchShape(match.column(), match.mode(), fan && match.fans()))
                        .toList(),
                groups,
                first.query().bounds().stream()
                        .map(bound -> new BoundShape(bound.column(), bound.lower()))
                        .toList(),
                first.ascending(),
                near == null ? Near.ANYWHERE : near.inclusive() ? Near.AT : Near.BEHIND,
                far != null,
                exact);
    }

    Arguments arguments() {
        Arguments arguments = new Arguments();
        List<Match> matches = first().query().matches();
        for (int i = 0; i < matches.size(); i++) {
            Match match = matches.get(i);
            int number = i;
            if (!groups.isEmpty() && match.fans()) {
                arguments.texts(alike.stream()
                        .map(search ->
                                search.query().matches().get(number).values().getFirst())
                        .toList());
            } else if (match.mode() == ListQuery.Mode.ONE) {
                arguments.text(match.values().getFirst());
            } else {
                arguments.texts(match.values());
            }
        }
        for (Bound bound : first().query().bounds()) {
            arguments.time(bound.time());
        }
        if (near != null) {
            arguments.time(near.time()).text(near.id());
        }
        if (far != null) {
            arguments.time(far);
        }
        return arguments.number(candidates);
    }
}
