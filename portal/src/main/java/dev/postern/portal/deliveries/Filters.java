package dev.postern.portal.deliveries;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.util.MultiValueMap;

/**
 * Which deliveries a visitor asks for, as it stands in the address. An empty part filters nothing.
 *
 * @param status {@code success}, {@code failed}, or empty
 * @param time one of {@link #PRESETS}, or empty
 */
record Filters(String status, String destination, String topic, String code, String event, String time) {

    /** How far back the presets reach, in the order in which they are offered. */
    static final Map<String, Duration> PRESETS = presets();

    static Filters of(MultiValueMap<String, String> query) {
        String status = text(query, "status");
        String time = text(query, "time");
        return new Filters(
                List.of("success", "failed").contains(status) ? status : "",
                text(query, "destination"),
                text(query, "topic"),
                text(query, "code"),
                text(query, "event"),
                PRESETS.containsKey(time) ? time : "");
    }

    boolean none() {
        return query().values().stream().allMatch(String::isEmpty);
    }

    /** The parts as the address carries them. */
    Map<String, String> query() {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("status", status);
        query.put("destination", destination);
        query.put("topic", topic);
        query.put("code", code);
        query.put("event", event);
        query.put("time", time);
        return query;
    }

    /**
     * The gateway's filter.
     *
     * @param tenant whose deliveries; empty for all that the visitor sees
     */
    Map<String, Object> input(String tenant, Instant now) {
        Map<String, Object> input = new HashMap<>();
        list(input, "tenantIds", tenant);
        list(input, "destinationIds", destination);
        list(input, "topics", topic);
        list(input, "codes", code);
        list(input, "eventIds", event);
        if (!status.isEmpty()) {
            input.put("status", "success".equals(status) ? "SUCCESS" : "FAILED");
        }
        Duration back = PRESETS.get(time);
        if (back != null) {
            input.put("time", Map.of("gte", now.minus(back).toString()));
        }
        return input;
    }

    private static void list(Map<String, Object> input, String name, String value) {
        if (!value.isEmpty()) {
            input.put(name, List.of(value));
        }
    }

    private static String text(MultiValueMap<String, String> query, String name) {
        String value = query.getFirst(name);
        return value == null ? "" : value.strip();
    }

    private static Map<String, Duration> presets() {
        Map<String, Duration> presets = new LinkedHashMap<>();
        presets.put("1h", Duration.ofHours(1));
        presets.put("24h", Duration.ofDays(1));
        presets.put("7d", Duration.ofDays(7));
        presets.put("30d", Duration.ofDays(30));
        return presets;
    }
}
