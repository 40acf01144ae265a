package dev.postern.logstore.postgres;

import static org.jooq.impl.DSL.castNull;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.condition;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.nullif;
import static org.jooq.impl.DSL.percentileCont;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.table;

import dev.postern.logstore.DeliveryMetricsQuery;
import dev.postern.logstore.DeliveryMetricsQuery.Measure;
import dev.postern.logstore.EventMetricsQuery;
import dev.postern.logstore.Granularity;
import dev.postern.logstore.MetricsWindow;
import dev.postern.logstore.StoredForm;
import dev.postern.logstore.postgres.ListQuery.Bound;
import dev.postern.model.TimeRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jooq.Field;
import org.jooq.SortField;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/**
 * A statement that counts. Its rows are the bucket where there are buckets, then the dimensions, then the
 * measures, in the query's order. What it compares with are parameters of their own types, not text that it
 * turns into them as lists do: the planner then knows how much of the table is meant.
 */
final class MetricsStatement {

    private static final String ROW = "a";
    private static final String SUCCESS = "success";

    private final Conditions conditions = new Conditions(ROW);
    private final List<Field<?>> groups = new ArrayList<>();
    private final List<SortField<?>> order = new ArrayList<>();
    private final List<Field<?>> measures = new ArrayList<>();

    private MetricsStatement() {}

    static Rendered of(EventMetricsQuery query) {
        MetricsStatement statement = new MetricsStatement();
        statement.window(query.counted());
        Queries.matches(query.filter()).forEach(statement.conditions::match);
        Queries.bounds(query.filter()).forEach(statement.conditions::bound);
        Table<?> from = Source.EVENTS.as(ROW);
        if (query.groupBy().contains(EventMetricsQuery.Dimension.DESTINATION)) {
            from = from.crossJoin(
                    table("unnest({0})", Column.MATCHED_DESTINATIONS.of(ROW)).as("d", "destination_id"));
            if (!query.filter().destinationIds().isEmpty()) {
                statement.conditions.and(condition(
                        "{0} = any({1})",
                        Column.DESTINATION.of("d"),
                        statement.conditions.parameter(texts(query.filter().destinationIds()))));
            }
        }
        for (EventMetricsQuery.Dimension dimension : query.groupBy()) {
            switch (dimension) {
                case TENANT -> statement.text(Column.TENANT.of(ROW));
                case TOPIC -> statement.text(Column.TOPIC.of(ROW));
                case DESTINATION -> statement.text(Column.DESTINATION.of("d"));
            }
        }
        statement.measures.add(count());
        return statement.render(from, query.limits().points());
    }

    /** @param latency whether the table has that column */
    static Rendered of(DeliveryMetricsQuery query, boolean latency) {
        MetricsStatement statement = new MetricsStatement();
        statement.window(query.counted());
        Queries.matches(query.filter()).forEach(statement.conditions::match);
        Queries.bounds(query.filter()).forEach(statement.conditions::bound);
        for (DeliveryMetricsQuery.Dimension dimension : query.groupBy()) {
            switch (dimension) {
                case TENANT -> statement.text(Column.TENANT.of(ROW));
                case DESTINATION -> statement.text(Column.DESTINATION.of(ROW));
                case DESTINATION_TYPE ->
                    statement.text(coalesce(field(name(ROW, "destination_type"), String.class), inline("")));
                case TOPIC -> statement.text(Column.TOPIC.of(ROW));
                case STATUS -> statement.value(field("{0} <> {1}", Column.STATUS.of(ROW), inline(SUCCESS)));
                case CODE -> statement.text(nullif(field(name(ROW, "code"), String.class), inline("")));
                case MANUAL -> statement.value(manual());
                case ATTEMPT_NUMBER -> statement.value(attemptNumber());
            }
        }
        measures(query).forEach(measure -> statement.measures.add(measure(measure, latency)));
        return statement.render(Source.ATTEMPTS.as(ROW), query.limits().points());
    }

    /** Those that are worked out, in the order of the row. */
    static List<Measure> measures(DeliveryMetricsQuery query) {
        return query.measures().stream().sorted().toList();
    }

    private static Field<?> measure(Measure measure, boolean latency) {
        return switch (measure) {
            case COUNT -> count();
            case SUCCESSES -> count().filterWhere(Column.STATUS.of(ROW).eq(inline((Object) SUCCESS)));
            case FAILURES -> count().filterWhere(Column.STATUS.of(ROW).ne(inline((Object) SUCCESS)));
            case FIRST_ATTEMPTS -> count().filterWhere(attemptNumber().le(inline(1)));
            case RETRIES -> count().filterWhere(attemptNumber().gt(inline(1)));
            case MANUAL_RETRIES -> count().filterWhere(condition(manual()));
            case AVERAGE_ATTEMPT_NUMBER ->
                field("cast(avg({0}) as double precision)", SQLDataType.DOUBLE, attemptNumber());
            case LATENCY_P50 -> quantile(0.5, latency);
            case LATENCY_P95 -> quantile(0.95, latency);
            case LATENCY_P99 -> quantile(0.99, latency);
        };
    }

    private static Field<?> quantile(double level, boolean latency) {
        return latency
                ? percentileCont(inline(level)).withinGroupOrderBy(field(name(ROW, "latency_ms")))
                : castNull(SQLDataType.DOUBLE);
    }

    private static Field<Integer> attemptNumber() {
        return coalesce(field(name(ROW, "attempt_number"), Integer.class), inline(0));
    }

    private static Field<Boolean> manual() {
        return coalesce(field(name(ROW, "manual"), Boolean.class), inline(false));
    }

    private void window(MetricsWindow window) {
        List<Bound> bounds = ListQuery.bounds(Column.TIME, new TimeRange(null, window.start(), window.end(), null));
        Field<Object> time = Column.TIME.of(ROW);
        switch (window.granularity()) {
            case Granularity.Fixed fixed ->
                // In seconds, for days are as long as the session's time zone has them; and from the first
                // bucket on, for older servers can be wrong about times before the origin.
                value(field(
                        "date_bin(interval {0}, {1}, {2})",
                        inline(fixed.length().toSeconds() + " seconds"),
                        time,
                        conditions.parameter(
                                Conditions.utc(fixed.startOf(bounds.getFirst().time())))));
            case Granularity.Month month -> value(field("date_trunc('month', {0}, 'UTC')", time));
            case null -> {
                // All of the window is one.
            }
        }
        bounds.forEach(conditions::bound);
    }

    /** By its bytes, whatever the database's own order is. */
    private void text(Field<?> dimension) {
        groups.add(dimension);
        order.add(field("{0} collate \"C\"", dimension).asc().nullsFirst());
    }

    private void value(Field<?> group) {
        groups.add(group);
        order.add(group.asc());
    }

    private Rendered render(Table<?> from, int limit) {
        if (groups.isEmpty()) {
            // One row, even of nothing: a list of columns that is empty would give one for each that is read.
            List<Field<?>> columns = measures.isEmpty() ? List.of(count()) : measures;
            return new Rendered(
                    Sql.render(select(columns).from(from).where(conditions.all())), conditions.parameters());
        }
        List<Field<?>> columns = new ArrayList<>(groups);
        columns.addAll(measures);
        return new Rendered(
                Sql.render(select(columns)
                        .from(from)
                        .where(conditions.all())
                        .groupBy(groups)
                        .orderBy(order)
                        .limit(inline(limit + 1L))),
                conditions.parameters());
    }

    private static String[] texts(Set<String> values) {
        return values.stream().map(StoredForm::text).toArray(String[]::new);
    }

    /** @param parameters in their own types */
    record Rendered(String sql, List<Object> parameters) {

        Rendered {
            parameters = List.copyOf(parameters);
        }
    }
}
