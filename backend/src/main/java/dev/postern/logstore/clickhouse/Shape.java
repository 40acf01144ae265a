package dev.postern.logstore.clickhouse;

import dev.postern.logstore.clickhouse.ListQuery.Mode;
import java.util.List;

/**
 * What decides a search statement's text: everything but the values.
 *
 * @param groups by which columns rows are counted towards the limit; empty: all together
 * @param exact whether a row that is stored several times counts once towards the limit
 */
record Shape(
        Source source,
        Source.Detail detail,
        List<MatchShape> matches,
        List<Column> groups,
        List<BoundShape> bounds,
        boolean ascending,
        Near near,
        boolean far,
        boolean exact) {

    /** Where rows begin: anywhere, behind a place, or at it. */
    enum Near {
        ANYWHERE,
        BEHIND,
        AT
    }

    /**
     * A match.
     *
     * @param fan whether the statement is for many queries, each with a value of its own
     */
    record MatchShape(Column column, Mode mode, boolean fan) {}

    record BoundShape(Column column, boolean lower) {}
}
