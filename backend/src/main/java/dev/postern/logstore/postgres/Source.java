package dev.postern.logstore.postgres;

import static org.jooq.impl.DSL.castNull;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.table;

import java.util.List;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** The two tables, and what is read of them: always the same columns, those left out as nulls. */
enum Source {
    EVENTS("events") {
        @Override
        List<Field<?>> columns(String row, Detail detail) {
            return List.of(
                    field(DSL.name(row, "id")),
                    field(DSL.name(row, "tenant_id")),
                    field(DSL.name(row, "time")),
                    field(DSL.name(row, "topic")),
                    field(DSL.name(row, "eligible_for_retry")),
                    asText(row, "metadata"),
                    field(DSL.name(row, "matched_destination_ids")),
                    textIf(detail.data(), row, "data"));
        }
    },
    ATTEMPTS("attempts") {
        @Override
        List<Field<?>> columns(String row, Detail detail) {
            return List.of(
                    field(DSL.name(row, "id")),
                    field(DSL.name(row, "event_id")),
                    field(DSL.name(row, "tenant_id")),
                    field(DSL.name(row, "destination_id")),
                    field(DSL.name(row, "destination_type")),
                    field(DSL.name(row, "topic")),
                    field(DSL.name(row, "status")),
                    field(DSL.name(row, "time")),
                    field(DSL.name(row, "attempt_number")),
                    field(DSL.name(row, "manual")),
                    field(DSL.name(row, "code")),
                    field(DSL.name(row, "event_time")),
                    field(DSL.name(row, "eligible_for_retry")),
                    asText(row, "event_metadata"),
                    detail.latency()
                            ? field(DSL.name(row, "latency_ms"))
                            : castNull(SQLDataType.INTEGER).as("latency_ms"),
                    textIf(detail.data(), row, "event_data"),
                    textIf(detail.response(), row, "response_data"));
        }
    };

    private final String table;

    Source(String table) {
        this.table = table;
    }

    Table<?> as(String alias) {
        return table(DSL.name(table)).as(alias);
    }

    abstract List<Field<?>> columns(String row, Detail detail);

    private static Field<?> asText(String row, String column) {
        return field(DSL.name(row, column)).cast(SQLDataType.CLOB).as(column);
    }

    private static Field<?> textIf(boolean wanted, String row, String column) {
        return wanted
                ? field(DSL.name(row, column))
                : castNull(SQLDataType.CLOB).as(column);
    }

    /**
     * Which of the costly columns are read.
     *
     * @param latency whether the table has the column; Outpost's had none before version 11
     */
    record Detail(boolean data, boolean response, boolean latency) {}
}
