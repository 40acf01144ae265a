package dev.postern.logstore.postgres;

import dev.postern.logstore.postgres.ListQuery.Mode;
import dev.postern.model.PageRequest.Direction;
import java.util.ArrayList;
import java.util.List;

/**
 * What decides a list statement's text: everything but the values. The limit is one of the values, and so
 * unknown to the planner: it then assumes that a tenth of the rows is wanted, and so always prefers an index
 * that gives the order. Where it knows the limit, it takes a list that it believes shorter than that (and
 * it knows little of one tenant's) for worth reading and sorting whole.
 */
record Shape(
        Source source,
        Source.Detail detail,
        List<MatchShape> matches,
        List<BoundShape> bounds,
        Direction direction,
        boolean backward,
        boolean from) {

    /** Whether rows are read oldest first. */
    boolean ascending() {
        return (direction == Direction.ASC) != backward;
    }

    boolean branching() {
        return matches.stream().anyMatch(match -> match.mode() == Mode.BRANCH);
    }

    /** The types that the values of {@link ListQuery#values()} are turned into. */
    List<String> parameterTypes() {
        List<String> types = new ArrayList<>();
        matches.forEach(match -> types.add(match.type()));
        bounds.forEach(bound -> types.add(bound.column().type()));
        if (from) {
            types.add(Column.TIME.type());
            types.add(Column.ID.type());
        }
        types.add("integer");
        return types;
    }

    record MatchShape(Column column, Mode mode) {

        String type() {
            return mode == Mode.ONE ? column.type() : column.type() + "[]";
        }
    }

    record BoundShape(Column column, boolean lower) {}
}
