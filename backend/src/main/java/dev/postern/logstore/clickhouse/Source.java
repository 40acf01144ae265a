package dev.postern.logstore.clickhouse;

import java.util.ArrayList;
import java.util.List;
import org.jooq.Field;
import org.jooq.impl.DSL;

/** The two tables, and what is read of them, in the order in which {@link Rows} takes it. */
enum Source {
    EVENTS("events", Column.EVENT_TIME, Column.EVENT) {
        @Override
        List<String> columns(Detail detail) {
            List<String> columns = new ArrayList<>(List.of(
                    "event_id",
                    "tenant_id",
                    "event_time",
                    "topic",
                    "eligible_for_retry",
                    "metadata",
                    "matched_destination_ids"));
            if (detail.data()) {
                columns.add("data");
            }
            return columns;
        }
    },
    ATTEMPTS("attempts", Column.ATTEMPT_TIME, Column.ATTEMPT) {
        @Override
        List<String> columns(Detail detail) {
            List<String> columns = new ArrayList<>(List.of(
                    "attempt_id",
                    "event_id",
                    "tenant_id",
                    "destination_id",
                    "destination_type",
                    "topic",
                    "status",
                    "attempt_time",
                    "attempt_number",
                    "manual",
                    "code",
                    "event_time",
                    "eligible_for_retry",
                    "metadata"));
            if (detail.latency()) {
                columns.add("latency_ms");
            }
            if (detail.data()) {
                columns.add("data");
            }
            if (detail.response()) {
                columns.add("response_data");
            }
            return columns;
        }
    };

    private final String table;
    private final Column time;
    private final Column id;

    Source(String table, Column time, Column id) {
        this.table = table;
        this.time = time;
        this.id = id;
    }

    String table() {
        return table;
    }

    /** What the table is ordered by first. */
    Column time() {
        return time;
    }

    /** What rows of one time are ordered by. */
    Column id() {
        return id;
    }

    abstract List<String> columns(Detail detail);

    List<Field<?>> fields(Detail detail) {
        return columns(detail).stream()
                .<Field<?>>map(column -> DSL.field(DSL.name(column)))
                .toList();
    }

    /**
     * Which of the costly columns are read.
     *
     * @param latency whether the table has the column; Outpost's had none before version 4
     */
    record Detail(boolean data, boolean response, boolean latency) {

        static final Detail NONE = new Detail(false, false, false);
    }
}
