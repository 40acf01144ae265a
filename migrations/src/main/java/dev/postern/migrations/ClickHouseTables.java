package dev.postern.migrations;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the log's tables in ClickHouse must have. More columns and indexes do no harm. */
final class ClickHouseTables {

    private static final Map<String, String> EVENTS = Map.of(
            "event_id", "String",
            "tenant_id", "String",
            "topic", "String",
            "eligible_for_retry", "Bool",
            "event_time", "DateTime64(3)",
            "metadata", "String",
            "data", "String",
            "matched_destination_ids", "Array(String)");

    private static final Map<String, String> ATTEMPTS = Map.ofEntries(
            Map.entry("event_id", "String"),
            Map.entry("tenant_id", "String"),
            Map.entry("destination_id", "String"),
            Map.entry("topic", "String"),
            Map.entry("eligible_for_retry", "Bool"),
            Map.entry("event_time", "DateTime64(3)"),
            Map.entry("metadata", "String"),
            Map.entry("data", "String"),
            Map.entry("attempt_id", "String"),
            Map.entry("status", "String"),
            Map.entry("attempt_time", "DateTime64(3)"),
            Map.entry("code", "String"),
            Map.entry("response_data", "String"),
            Map.entry("manual", "Bool"),
            Map.entry("attempt_number", "UInt32"),
            Map.entry("destination_type", "String"),
            Map.entry("latency_ms", "Nullable(UInt32)"));

    private static final Map<String, String> SORTING_KEYS =
            Map.of("events", "event_time, event_id", "attempts", "attempt_time, attempt_id");

    private static final Map<String, Set<String>> INDEXED = Map.of(
            "events",
            Set.of("tenant_id", "event_id", "topic", "matched_destination_ids"),
            "attempts",
            Set.of("tenant_id", "destination_id", "event_id", "attempt_id", "topic", "status", "destination_type"));

    private static final Map<String, Set<String>> PROJECTIONS = Map.of(
            "events",
            Set.of("postern_by_tenant", "postern_by_id"),
            "attempts",
            Set.of("postern_by_tenant", "postern_by_event", "postern_by_id"));

    static List<String> faults(Connection connection, String prefix) throws SQLException {
        List<String> faults = new ArrayList<>();
        faults.addAll(faults(connection, prefix, "events", EVENTS));
        faults.addAll(faults(connection, prefix, "attempts", ATTEMPTS));
        return faults.stream().sorted().toList();
    }

    private static List<String> faults(Connection connection, String prefix, String table, Map<String, String> columns)
            throws SQLException {
        String name = prefix + table;
        List<String> faults = new ArrayList<>();
        Map<String, String> found = pairs(
                connection,
                "select name, type from system.columns where database = currentDatabase() and table = ?",
                name);
        new TreeMap<>(columns).forEach((column, type) -> {
            String actual = found.getOrDefault(column, "absent");
            if (!actual.equals(type)) {
                faults.add("CLICKHOUSE: column %s.%s is %s (expected: %s)".formatted(name, column, actual, type));
            }
        });
        Map<String, String> order = pairs(
                connection,
                "select engine, sorting_key from system.tables where database = currentDatabase() and name = ?",
                name);
        // In the cloud and in clusters the engine is Shared… or Replicated…
        if (order.entrySet().stream()
                .noneMatch(entry -> entry.getKey().endsWith("ReplacingMergeTree")
                        && entry.getValue().equals(SORTING_KEYS.get(table)))) {
            faults.add("CLICKHOUSE: table %s is %s (expected: a ReplacingMergeTree ordered by %s)"
                    .formatted(name, order.isEmpty() ? "absent" : order, SORTING_KEYS.get(table)));
        }
        Map<String, String> indexes = pairs(
                connection,
                "select expr, type from system.data_skipping_indices where database = currentDatabase() and table = ?",
                name);
        INDEXED.getOrDefault(table, Set.of()).stream()
                .filter(column -> !indexes.containsKey(column))
                .forEach(column -> faults.add("CLICKHOUSE: %s.%s has no skip index".formatted(name, column)));
        Map<String, String> projections = pairs(
                connection,
                "select name, type from system.projections where database = currentDatabase() and table = ?",
                name);
        PROJECTIONS.getOrDefault(table, Set.of()).stream()
                .filter(projection -> !projections.containsKey(projection))
                .forEach(projection -> faults.add("CLICKHOUSE: %s has no projection %s".formatted(name, projection)));
        return faults;
    }

    private static Map<String, String> pairs(Connection connection, String sql, String table) throws SQLException {
        Map<String, String> pairs = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, table);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    pairs.put(row.getString(1), row.getString(2));
                }
            }
        }
        return pairs;
    }

    private ClickHouseTables() {}
}
