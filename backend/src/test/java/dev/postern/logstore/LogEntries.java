package dev.postern.logstore;

import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An entry for tests, from defaults and what a test says. */
final class LogEntries {

    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final String tenant;
    private final String id;
    private String eventId;
    private String destination = "des_1";
    private String type = "webhook";
    private String topic = "user.created";
    private DeliveryStatus status = DeliveryStatus.SUCCESS;
    private Instant time = START;
    private Instant eventTime = START;
    private int attempt = 1;
    private boolean manual;
    private @Nullable String code = "200";
    private @Nullable String response = "{\"status\":200}";
    private @Nullable Integer latencyMs = 12;
    private Map<String, String> metadata = Map.of("source", "test");
    private @Nullable String data = "{\"b\":1,\"a\":2}";

    private LogEntries(String tenant, String id) {
        this.tenant = tenant;
        this.id = "atm_" + id;
        this.eventId = "evt_" + id;
    }

    static LogEntries entry(String tenant, String id) {
        return new LogEntries(tenant, id);
    }

    Event event() {
        return new Event(
                eventId, tenant, null, List.of(destination, "des_all"), topic, true, eventTime, metadata, data);
    }

    LogEntry build() {
        return new LogEntry(
                event(),
                new Delivery(id, destination, type, status, time, attempt, manual, code, response, latencyMs, event()),
                null);
    }

    LogEntries at(Instant newTime) {
        time = newTime;
        eventTime = newTime;
        return this;
    }

    LogEntries eventAt(Instant newTime) {
        eventTime = newTime;
        return this;
    }

    LogEntries event(String newId) {
        eventId = newId;
        return this;
    }

    LogEntries destination(String newId) {
        destination = newId;
        return this;
    }

    LogEntries type(String newType) {
        type = newType;
        return this;
    }

    LogEntries topic(String newTopic) {
        topic = newTopic;
        return this;
    }

    LogEntries outcome(DeliveryStatus newStatus, @Nullable String newCode, @Nullable String newResponse) {
        status = newStatus;
        code = newCode;
        response = newResponse;
        return this;
    }

    LogEntries latency(@Nullable Integer newLatency) {
        latencyMs = newLatency;
        return this;
    }

    LogEntries attempt(int number, boolean byHand) {
        attempt = number;
        manual = byHand;
        return this;
    }

    LogEntries metadata(Map<String, String> newMetadata) {
        metadata = newMetadata;
        return this;
    }

    LogEntries data(@Nullable String newData) {
        data = newData;
        return this;
    }
}
