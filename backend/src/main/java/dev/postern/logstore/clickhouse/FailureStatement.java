package dev.postern.logstore.clickhouse;

import static org.jooq.impl.DSL.condition;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.list;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.raw;
import static org.jooq.impl.DSL.resultQuery;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.table;

import dev.postern.logstore.FailureQuery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.TimeRange;
import java.util.List;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.QueryPart;
import org.jooq.Select;
import org.jooq.Table;

/**
 * The statement that counts failures that stand: the latest of each event and destination, without those that a
 * success follows. Its row is how many there are, and at how many destinations. Successes are looked for among the
 * events of the failures alone, by the projection that leads from events to them.
 */
final class FailureStatement {

    private static final String SUCCESS = "'" + Status.text(DeliveryStatus.SUCCESS) + "'";

    static Statement of(FailureQuery query, String prefix) {
        Conditions conditions = new Conditions();
        conditions.filter(Queries.of(query.failures()));
        Condition until =
                conditions.aside(ListQuery.bounds(Column.ATTEMPT_TIME, new TimeRange(null, null, null, query.until()))
                        .getFirst());
        Table<?> attempts = Sql.table(prefix + Source.ATTEMPTS.table());
        Table<?> current = table("{0} final", attempts);
        Field<Object> time = Column.ATTEMPT_TIME.field();
        List<Field<Object>> pair = List.of(Column.TENANT.field(), Column.EVENT.field(), Column.DESTINATION.field());
        QueryPart pairs = list(pair);
        Select<?> failures = select(pair)
                .select(field("max({0})", time).as("failed_at"))
                .from(current)
                .where(conditions.all())
                .groupBy(pair);
        Select<?> events = select(Column.EVENT.field()).from(attempts).where(conditions.all());
        Select<?> successes = select(pair)
                .select(field("max({0})", time).as("succeeded_at"), field("1").as("found"))
                .from(current)
                .where(condition("{0} = {1}", Column.STATUS.field(), raw(SUCCESS)))
                .and(until)
                .and(condition("{0} in ({1})", Column.EVENT.field(), events))
                .groupBy(pair);
        return new Statement(
                Sql.render(resultQuery(
                        "select count(), uniqExact({0}, {1}) from ({2}) as {3} left join ({4}) as {5} using ({6})"
                                + " where {7} = 0 or {8} < {9} " + MetricsStatement.SETTINGS
                                + ", join_use_nulls = 0",
                        Column.TENANT.field(),
                        Column.DESTINATION.field(),
                        failures,
                        name("f"),
                        successes,
                        name("s"),
                        pairs,
                        name("found"),
                        name("succeeded_at"),
                        name("failed_at"))),
                conditions.arguments());
    }

    private FailureStatement() {}
}
