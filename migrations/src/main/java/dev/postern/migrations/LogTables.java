package dev.postern.migrations;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the log's tables must have. More columns and indexes do no harm. */
final class LogTables {

    private static final Map<String, String> COLUMNS = Map.ofEntries(
            Map.entry("events.id", "text"),
            Map.entry("events.tenant_id", "text"),
            Map.entry("events.time", "timestamp with time zone"),
            Map.entry("events.topic", "text"),
            Map.entry("events.eligible_for_retry", "boolean"),
            Map.entry("events.data", "text"),
            Map.entry("events.metadata", "jsonb"),
            Map.entry("events.matched_destination_ids", "text[]"),
            Map.entry("attempts.id", "text"),
            Map.entry("attempts.event_id", "text"),
            Map.entry("attempts.tenant_id", "text"),
            Map.entry("attempts.destination_id", "text"),
            Map.entry("attempts.destination_type", "text"),
            Map.entry("attempts.topic", "text"),
            Map.entry("attempts.status", "text"),
            Map.entry("attempts.time", "timestamp with time zone"),
            Map.entry("attempts.attempt_number", "integer"),
            Map.entry("attempts.manual", "boolean"),
            Map.entry("attempts.code", "text"),
            Map.entry("attempts.response_data", "text"),
            Map.entry("attempts.latency_ms", "integer"),
            Map.entry("attempts.event_time", "timestamp with time zone"),
            Map.entry("attempts.eligible_for_retry", "boolean"),
            Map.entry("attempts.event_data", "text"),
            Map.entry("attempts.event_metadata", "jsonb"));

    private static final Set<String> INDEXES = Set.of(
            "events_pkey",
            "events_matched_destination_ids_idx",
            "idx_events_id",
            "idx_events_tenant_time",
            "idx_events_tenant_topic_time",
            "attempts_pkey",
            "idx_attempts_event_time",
            "idx_attempts_id",
            "idx_attempts_tenant_time",
            "idx_attempts_tenant_dest_time",
            "idx_attempts_tenant_desttype_time",
            "idx_attempts_tenant_status_time",
            "idx_attempts_tenant_topic_time");

    private static final String FIND_COLUMNS = """
            select c.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod)
            from pg_class c join pg_attribute a on a.attrelid = c.oid
            where c.relnamespace = current_schema()::regnamespace and c.relname in ('events', 'attempts')
            and a.attnum > 0 and not a.attisdropped""";

    private static final String FIND_INDEXES = """
            select i.relname from pg_index x
            join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
            where t.relnamespace = current_schema()::regnamespace and t.relname in ('events', 'attempts')
            and x.indisvalid""";

    static List<String> faults(Connection connection) throws SQLException {
        List<String> faults = new ArrayList<>();
        Map<String, String> columns = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(FIND_COLUMNS);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                columns.put(row.getString(1), row.getString(2));
            }
        }
        COLUMNS.forEach((column, type) -> {
            String found = columns.getOrDefault(column, "absent");
            if (!found.equals(type)) {
                faults.add("POSTGRES: column %s is %s (expected: %s)".formatted(column, found, type));
            }
        });
        Set<String> indexes = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(FIND_INDEXES);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                indexes.add(row.getString(1));
            }
        }
        INDEXES.stream()
                .filter(index -> !indexes.contains(index))
                .forEach(index -> faults.add("POSTGRES: index %s is absent or invalid".formatted(index)));
        return faults.stream().sorted().toList();
    }

    private LogTables() {}
}
