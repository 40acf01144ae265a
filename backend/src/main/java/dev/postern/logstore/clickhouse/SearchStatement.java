package dev.postern.logstore.clickhouse;

import static org.jooq.impl.DSL.condition;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.list;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.query;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.selectDistinct;
import static org.jooq.impl.DSL.sql;
import static org.jooq.impl.DSL.table;

import dev.postern.logstore.clickhouse.Shape.Near;
import java.util.ArrayList;
import java.util.List;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.QueryPart;
import org.jooq.Select;
import org.jooq.SelectFieldOrAsterisk;
import org.jooq.SortField;
import org.jooq.Table;

/**
 * The statement that finds rows, see RATIONALE.md: inside, the keys of candidates, read plainly in the table's own
 * order; around it, the rows that hold these keys now, with the columns that are wanted and whether they match.
 *
 * <p>Its parameters, in this order: of each match the value, the values, or where queries fan out the column of
 * values, one a query; the bounds; the near place's time and id; the far time; the limit.
 */
final class SearchStatement {

    private final Shape shape;
    private final Table<?> table;
    private final Field<Object> time;
    private final Field<Object> id;
    private int parameters;

    private SearchStatement(Shape shape, String prefix) {
        this.shape = shape;
        this.table = Sql.table(prefix + shape.source().table());
        this.time = shape.source().time().field();
        this.id = shape.source().id().field();
    }

    /** Its columns: whether the row matches, then the source's. */
    static String render(Shape shape, String prefix) {
        return new SearchStatement(shape, prefix).render();
    }

    /** The part inside, which finds keys, by itself: ClickHouse leaves it out when it explains the whole. */
    static String renderKeys(Shape shape, String prefix) {
        SearchStatement statement = new SearchStatement(shape, prefix);
        Condition matching = statement.matches().and(statement.bounds());
        return Sql.render(
                query("{0}", statement.keys(matching.and(statement.near()).and(statement.far()))));
    }

    private String render() {
        Condition matching = matches().and(bounds());
        Condition reach = near().and(far());
        QueryPart keys = keys(matching.and(reach));
        List<SelectFieldOrAsterisk> columns = new ArrayList<>();
        columns.add(field("{0}", Boolean.class, matching).as("matching"));
        columns.addAll(shape.source().fields(shape.detail()));
        // The reach again: the times bound the table's parts and ranges before the keys are looked at.
        Condition these = condition("({0}, {1}) in ({2})", time, id, keys).and(reach);
        return Sql.render(select(columns)
                .from(table("{0} final prewhere {1}", table, these))
                .orderBy(order()));
    }

    private QueryPart keys(Condition matching) {
        Field<Object> limit = Sql.value(parameters++, "UInt64");
        if (shape.groups().isEmpty()) {
            Select<?> keys = select(time, id).from(table).where(matching).orderBy(keyOrder());
            return shape.exact()
                    ? sql("{0} limit 1 by {1}, {2} limit {3}", keys, time, id, limit)
                    : sql("{0} limit {1}", keys, limit);
        }
        List<Field<?>> groups =
                shape.groups().stream().<Field<?>>map(Column::field).toList();
        List<Field<?>> columns = new ArrayList<>(List.of(time, id));
        groups.stream().filter(group -> !columns.contains(group)).forEach(columns::add);
        Select<?> keys = selectDistinct(columns).from(table).where(matching).orderBy(order());
        return sql("select {0}, {1} from ({2} limit {3} by {4})", time, id, keys, limit, list(groups));
    }

    private Condition matches() {
        Condition all = noCondition();
        List<Field<?>> columns = new ArrayList<>();
        List<Field<?>> lists = new ArrayList<>();
        for (Shape.MatchShape match : shape.matches()) {
            Field<Object> column = match.column().field();
            if (match.fan()) {
                Field<Object> values = Sql.value(parameters++, "Array(String)");
                columns.add(column);
                lists.add(values);
                // Alone, so that the column's index is of use; together, they say who belongs to whom.
                all = all.and(condition("{0} in ({1})", column, values));
                continue;
            }
            all = all.and(
                    switch (match.mode()) {
                        case ONE -> condition("{0} = {1}", column, Sql.value(parameters++, type(match.column())));
                        case ANY -> condition("{0} in ({1})", column, Sql.value(parameters++, "Array(String)"));
                        case OVERLAP -> condition("hasAny({0}, {1})", column, Sql.value(parameters++, "Array(String)"));
                    });
        }
        return columns.size() < 2 ? all : all.and(condition("({0}) in (arrayZip({1}))", list(columns), list(lists)));
    }

    private Condition bounds() {
        Condition all = noCondition();
        for (Shape.BoundShape bound : shape.bounds()) {
            Field<Object> column = bound.column().field();
            Field<Object> end = Sql.time(parameters++);
            all = all.and(bound.lower() ? column.ge(end) : column.lt(end));
        }
        return all;
    }

    /** The times alone are compared as well: of pairs, ClickHouse can't tell which ranges they rule out. */
    private Condition near() {
        if (shape.near() == Near.ANYWHERE) {
            return noCondition();
        }
        Field<Object> placeTime = Sql.time(parameters++);
        Field<Object> placeId = Sql.value(parameters++, "String");
        String operator = (shape.ascending() ? ">" : "<") + (shape.near() == Near.AT ? "=" : "");
        return condition("({0}, {1}) " + operator + " ({2}, {3})", time, id, placeTime, placeId)
                .and(shape.ascending() ? time.ge(placeTime) : time.le(placeTime));
    }

    private Condition far() {
        if (!shape.far()) {
            return noCondition();
        }
        Field<Object> end = Sql.time(parameters++);
        return shape.ascending() ? time.lt(end) : time.ge(end);
    }

    private List<SortField<?>> order() {
        return shape.ascending() ? List.of(time.asc(), id.asc()) : List.of(time.desc(), id.desc());
    }

    /**
     * One tenant's keys are all of that tenant; that they are ordered by it nevertheless lets ClickHouse read
     * them in the order of the projection that begins with the tenant, and stop when there are enough.
     */
    private List<SortField<?>> keyOrder() {
        List<SortField<?>> order = new ArrayList<>(order());
        if (shape.matches().stream()
                .anyMatch(match -> match.column() == Column.TENANT && match.mode() == ListQuery.Mode.ONE)) {
            Field<Object> tenant = Column.TENANT.field();
            order.addFirst(shape.ascending() ? tenant.asc() : tenant.desc());
        }
        return order;
    }

    private static String type(Column column) {
        return column == Column.MANUAL ? "Bool" : "String";
    }
}
