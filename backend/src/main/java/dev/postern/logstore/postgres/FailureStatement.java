package dev.postern.logstore.postgres;

import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.notExists;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.selectOne;

import dev.postern.logstore.FailureQuery;
import dev.postern.logstore.postgres.ListQuery.Bound;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.TimeRange;
import java.util.List;
import org.jooq.Field;
import org.jooq.Table;

/**
 * The statement that counts failures that stand: the latest of each event and destination, without those that a
 * success follows. Its row is how many there are, and at how many destinations.
 */
final class FailureStatement {

    private static final List<Column> PAIR = List.of(Column.EVENT, Column.TENANT, Column.DESTINATION);
    private static final Object SUCCESS = InsertStatement.status(DeliveryStatus.SUCCESS);

    static MetricsStatement.Rendered of(FailureQuery query) {
        Conditions conditions = new Conditions("a");
        Queries.matches(query.failures()).forEach(conditions::match);
        Queries.bounds(query.failures()).forEach(conditions::bound);
        List<Field<Object>> pair = PAIR.stream().map(column -> column.of("a")).toList();
        Table<?> failures = select(pair)
                .select(max(Column.TIME.of("a")).as("failed_at"))
                .from(Source.ATTEMPTS.as("a"))
                .where(conditions.all())
                .groupBy(pair)
                .asTable("f");
        Bound until = ListQuery.bounds(Column.TIME, new TimeRange(null, null, null, query.until()))
                .getFirst();
        var successes = selectOne()
                .from(Source.ATTEMPTS.as("s"))
                .where(PAIR.stream()
                        .map(column -> column.of("s").eq(column.of("f")))
                        .toList())
                .and(Column.STATUS.of("s").eq(inline(SUCCESS)))
                .and(Column.TIME.of("s").ge(field(name("f", "failed_at"), Object.class)))
                .and(Column.TIME.of("s").lt(conditions.time(until.time())));
        return new MetricsStatement.Rendered(
                Sql.render(select(
                                count(),
                                field(
                                        "count(distinct ({0}, {1}))",
                                        Long.class, Column.TENANT.of("f"), Column.DESTINATION.of("f")))
                        .from(failures)
                        .where(notExists(successes))),
                conditions.parameters());
    }

    private FailureStatement() {}
}
