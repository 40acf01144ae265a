package dev.postern.logstore.postgres;

import static org.jooq.impl.DSL.condition;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.param;

import dev.postern.logstore.postgres.ListQuery.Bound;
import dev.postern.logstore.postgres.ListQuery.Match;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jooq.Condition;
import org.jooq.Field;

/** What a statement that counts asks of its rows, and the parameters that it asks with, in their own types. */
final class Conditions {

    private static final int LAST_YEAR = 9999;

    private final String row;
    private final List<Object> parameters = new ArrayList<>();
    private Condition all = noCondition();

    /** @param row the rows' alias */
    Conditions(String row) {
        this.row = row;
    }

    Condition all() {
        return all;
    }

    List<Object> parameters() {
        return parameters;
    }

    void and(Condition condition) {
        all = all.and(condition);
    }

    void match(Match match) {
        Field<Object> column = match.column().of(row);
        and(
                switch (match.mode()) {
                    case ONE ->
                        condition(
                                "{0} = cast({1} as " + match.column().type() + ")",
                                column,
                                parameter(match.values().getFirst()));
                    case ANY, BRANCH -> condition("{0} = any({1})", column, parameter(texts(match.values())));
                    case OVERLAP -> condition("{0} && {1}", column, parameter(texts(match.values())));
                });
    }

    void bound(Bound bound) {
        Field<Object> column = bound.column().of(row);
        Field<Object> end = time(bound.time());
        and(bound.lower() ? column.ge(end) : column.lt(end));
    }

    /** No stored time is beyond the last year, whose bounds the driver can't write; this it writes as infinity. */
    Field<Object> time(Instant time) {
        OffsetDateTime utc = utc(time);
        return parameter(utc.getYear() > LAST_YEAR ? OffsetDateTime.MAX : utc);
    }

    Field<Object> parameter(Object value) {
        parameters.add(value);
        return param(String.valueOf(parameters.size()), Object.class);
    }

    static OffsetDateTime utc(Instant time) {
        return time.atOffset(ZoneOffset.UTC);
    }

    private static String[] texts(List<String> values) {
        return values.toArray(String[]::new);
    }
}
