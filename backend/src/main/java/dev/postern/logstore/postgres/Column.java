package dev.postern.logstore.postgres;

import static org.jooq.impl.DSL.field;

import org.jooq.Field;
import org.jooq.impl.DSL;

/** The columns that are filtered or ordered by, with the type that their values are compared as. */
enum Column {
    ID("id", "text"),
    TENANT("tenant_id", "text"),
    EVENT("event_id", "text"),
    DESTINATION("destination_id", "text"),
    DESTINATION_TYPE("destination_type", "text"),
    TOPIC("topic", "text"),
    STATUS("status", "text"),
    CODE("code", "text"),
    MANUAL("manual", "boolean"),
    MATCHED_DESTINATIONS("matched_destination_ids", "text"),
    TIME("time", "timestamptz"),
    EVENT_TIME("event_time", "timestamptz");

    private final String column;
    private final String type;

    Column(String column, String type) {
        this.column = column;
        this.type = type;
    }

    String type() {
        return type;
    }

    Field<Object> of(String table) {
        return field(DSL.name(table, column), Object.class);
    }
}
