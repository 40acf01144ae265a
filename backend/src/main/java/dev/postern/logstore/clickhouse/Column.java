package dev.postern.logstore.clickhouse;

import org.jooq.Field;
import org.jooq.impl.DSL;

/** The columns that are filtered, grouped or ordered by. */
enum Column {
    TENANT("tenant_id"),
    EVENT("event_id"),
    ATTEMPT("attempt_id"),
    DESTINATION("destination_id"),
    DESTINATION_TYPE("destination_type"),
    TOPIC("topic"),
    STATUS("status"),
    CODE("code"),
    MANUAL("manual"),
    MATCHED_DESTINATIONS("matched_destination_ids"),
    EVENT_TIME("event_time"),
    ATTEMPT_TIME("attempt_time");

    private final String column;

    Column(String column) {
        this.column = column;
    }

    Field<Object> field() {
        return DSL.field(DSL.name(column), Object.class);
    }

    String column() {
        return column;
    }

    /** Whether a row that is stored again has the same there: to whom and to what it belongs, not what became of it. */
    boolean lasting() {
        return switch (this) {
            case TENANT, EVENT, ATTEMPT, DESTINATION -> true;
            case DESTINATION_TYPE, TOPIC, STATUS, CODE, MANUAL, MATCHED_DESTINATIONS, EVENT_TIME, ATTEMPT_TIME -> false;
        };
    }
}
