package dev.postern.logstore.postgres;

import static org.jooq.impl.DSL.condition;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.lateral;
import static org.jooq.impl.DSL.least;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.row;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.DSL.trueCondition;

import dev.postern.logstore.postgres.ListQuery.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record1;
import org.jooq.Row2;
import org.jooq.Select;
import org.jooq.SelectFieldOrAsterisk;
import org.jooq.SortField;
import org.jooq.Table;

/**
 * The statement that reads the pages of any number of queries, those of equal shape together: their values
 * come as arrays, one element a query (m), and each query's page is a lateral subquery (x) that an index
 * gives in order. Where filters branch, the page merges a subquery for each combination of values (b). Another
 * subquery, of m, looks for a single row behind the place.
 *
 * <p>Rows are: the query's number, whether there are rows behind its place, then the page's columns, all
 * of them null where the page is empty. A query's rows come in the order in which they are read: the outer
 * loop can only be a nested one.
 */
final class ListStatement {

    private final Parameters parameters = new Parameters();

    static String render(List<Shape> shapes) {
        ListStatement statement = new ListStatement();
        Select<Record> all = statement.pages(shapes.getFirst());
        for (Shape shape : shapes.subList(1, shapes.size())) {
            all = all.unionAll(statement.pages(shape));
        }
        return Sql.render(all);
    }

    private Select<Record> pages(Shape shape) {
        Table<?> page = lateral(page(shape)).as("x");
        List<SelectFieldOrAsterisk> columns = new ArrayList<>();
        columns.add(field(name("m", "n")));
        columns.add(
                shape.from()
                        ? field(name("m", "behind"))
                        : inline((Boolean) null).cast(Boolean.class).as("behind"));
        shape.source().columns("x", shape.detail()).forEach(column -> columns.add(field(name("x", column.getName()))));
        return select(columns).from(queries(shape)).leftJoin(page).on(trueCondition());
    }

    /** The queries' values. The offset keeps the casts from being done again for every row that is looked at. */
    private Table<?> queries(Shape shape) {
        List<String> types = new ArrayList<>(List.of("integer"));
        types.addAll(shape.parameterTypes());
        List<String> names = new ArrayList<>(List.of("n"));
        IntStream.range(1, types.size()).forEach(i -> names.add("v" + i));
        Table<?> values = parameters.unnest("p", names);
        List<Field<?>> casts = IntStream.range(0, types.size())
                .<Field<?>>mapToObj(i -> field("cast({0} as " + types.get(i) + ")", field(name("p", names.get(i))))
                        .as(names.get(i)))
                .toList();
        Table<?> queries = select(casts).from(values).offset(inline(0)).asTable("m");
        if (!shape.from()) {
            return queries;
        }
        // Looked for once a query: beside the page's rows it would be once for each of them.
        return select(queries.asterisk(), field(behind(shape)).as("behind"))
                .from(queries)
                .offset(inline(0))
                .asTable("m");
    }

    private static Select<Record> page(Shape shape) {
        List<SortField<?>> order = order("a", shape.ascending());
        Select<Record> branch = select(shape.source().columns("a", shape.detail()))
                .from(shape.source().as("a"))
                .where(conditions(shape))
                .and(beyond(shape))
                .orderBy(order)
                .limit(limit(shape));
        if (!shape.branching()) {
            return branch;
        }
        return select(shape.source().columns("c", shape.detail()).stream()
                        .map(column -> field(name("c", column.getName())))
                        .toList())
                .from(branches(shape))
                .crossJoin(lateral(branch).as("c"))
                .orderBy(order("c", shape.ascending()))
                .limit(limit(shape));
    }

    /**
     * As a plan may not know: the nearest row on the other side is found at once, the farthest perhaps not.
     * Its limit of one is hidden from the planner too (see {@link Shape}).
     */
    private static Select<Record1<Boolean>> behind(Shape shape) {
        Select<Record1<Boolean>> branch = select(inline(true).as("behind"))
                .from(shape.source().as("a"))
                .where(conditions(shape))
                .and(behindPlace(shape))
                .orderBy(order("a", !shape.ascending()))
                .limit(least(limit(shape), inline(1)));
        if (!shape.branching()) {
            return branch;
        }
        return select(field(name("c", "behind"), Boolean.class))
                .from(branches(shape))
                .crossJoin(lateral(branch).as("c"))
                .limit(inline(1));
    }

    private static Table<?> branches(Shape shape) {
        List<String> names = new ArrayList<>();
        List<Field<?>> arrays = new ArrayList<>();
        for (int i = 0; i < shape.matches().size(); i++) {
            if (shape.matches().get(i).mode() == Mode.BRANCH) {
                names.add(value(i));
                arrays.add(field(name("m", value(i))));
            }
        }
        return Parameters.unnest("b", names, arrays);
    }

    private static Condition conditions(Shape shape) {
        Condition all = noCondition();
        int i = 0;
        for (Shape.MatchShape match : shape.matches()) {
            Field<Object> column = match.column().of("a");
            Field<Object> wanted = field(name(match.mode() == Mode.BRANCH ? "b" : "m", value(i++)), Object.class);
            all = all.and(
                    switch (match.mode()) {
                        case ONE, BRANCH -> column.eq(wanted);
                        case ANY -> condition("{0} = any({1})", column, wanted);
                        case OVERLAP -> condition("{0} && {1}", column, wanted);
                    });
        }
        for (Shape.BoundShape bound : shape.bounds()) {
            Field<Object> end = field(name("m", value(i++)), Object.class);
            Field<Object> time = bound.column().of("a");
            all = all.and(bound.lower() ? time.ge(end) : time.lt(end));
        }
        return all;
    }

    private static Condition beyond(Shape shape) {
        if (!shape.from()) {
            return noCondition();
        }
        // The times alone are compared as well: rows can't rule out a partition.
        return shape.ascending()
                ? rowKey().gt(place(shape)).and(Column.TIME.of("a").ge(placeTime(shape)))
                : rowKey().lt(place(shape)).and(Column.TIME.of("a").le(placeTime(shape)));
    }

    private static Condition behindPlace(Shape shape) {
        return shape.ascending()
                ? rowKey().le(place(shape)).and(Column.TIME.of("a").le(placeTime(shape)))
                : rowKey().ge(place(shape)).and(Column.TIME.of("a").ge(placeTime(shape)));
    }

    private static Row2<Object, Object> rowKey() {
        return row(Column.TIME.of("a"), Column.ID.of("a"));
    }

    private static Row2<Object, Object> place(Shape shape) {
        int id = shape.parameterTypes().size() - 2;
        return row(placeTime(shape), field(name("m", value(id)), Object.class));
    }

    private static Field<Object> placeTime(Shape shape) {
        return field(name("m", value(shape.parameterTypes().size() - 3)), Object.class);
    }

    private static Field<Integer> limit(Shape shape) {
        return field(name("m", value(shape.parameterTypes().size() - 1)), Integer.class);
    }

    private static List<SortField<?>> order(String table, boolean ascending) {
        Field<Object> time = Column.TIME.of(table);
        Field<Object> id = Column.ID.of(table);
        return ascending ? List.of(time.asc(), id.asc()) : List.of(time.desc(), id.desc());
    }

    /** The name of the value at an index of {@link ListQuery#values()}. */
    private static String value(int index) {
        return "v" + (index + 1);
    }
}
