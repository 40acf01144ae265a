package dev.postern.logstore.clickhouse;

import static org.jooq.impl.DSL.condition;
import static org.jooq.impl.DSL.noCondition;

import dev.postern.logstore.clickhouse.ListQuery.Bound;
import dev.postern.logstore.clickhouse.ListQuery.Match;
import java.util.Collection;
import org.jooq.Condition;
import org.jooq.Field;

/** What a statement that counts asks of its rows, and the parameters that it asks with. */
final class Conditions {

    private final Arguments arguments = new Arguments();
    private Condition all = noCondition();
    private int parameters;

    Condition all() {
        return all;
    }

    Arguments arguments() {
        return arguments;
    }

    void and(Condition condition) {
        all = all.and(condition);
    }

    void filter(ListQuery query) {
        query.matches().forEach(this::match);
        query.bounds().forEach(this::bound);
    }

    void match(Match match) {
        Field<Object> column = match.column().field();
        and(
                switch (match.mode()) {
                    case ONE ->
                        condition(
                                "{0} = {1}",
                                column,
                                text(match.values().getFirst(), match.column() == Column.MANUAL ? "Bool" : "String"));
                    case ANY -> condition("{0} in ({1})", column, texts(match.values()));
                    case OVERLAP -> condition("hasAny({0}, {1})", column, texts(match.values()));
                });
    }

    void bound(Bound bound) {
        arguments.time(bound.time());
        Field<Object> end = Sql.time(parameters++);
        Field<Object> time = bound.column().field();
        and(bound.lower() ? time.ge(end) : time.lt(end));
    }

    Field<Object> number(long value, String type) {
        arguments.number(value);
        return Sql.value(parameters++, type);
    }

    Field<Object> texts(Collection<String> values) {
        arguments.texts(values);
        return Sql.value(parameters++, "Array(String)");
    }

    /** Conditions that name the same parameters: what follows is asked beside {@link #all}, not of the same rows. */
    Condition aside(Bound bound) {
        Condition kept = all;
        all = noCondition();
        bound(bound);
        Condition aside = all;
        all = kept;
        return aside;
    }

    private Field<Object> text(String value, String type) {
        arguments.text(value);
        return Sql.value(parameters++, type);
    }
}
