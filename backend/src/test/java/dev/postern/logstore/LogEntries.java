package dev.postern.logstore;

import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Entries for tests, from defaults and what a test says. */
record LogEntries(
        String tenant,
        String eventId,
        String id,
        String destination,
        String type,
        String topic,
        DeliveryStatus status,
        Instant time,
        Instant eventTime,
        int attempt,
        boolean manual,
        @Nullable String code,
        @Nullable String response,
        @Nullable Integer latencyMs,
        Map<String, String> metadata,
        @Nullable String data) {

    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    static LogEntries entry(String tenant, String id) {
        return new LogEntries(
                tenant,
                "evt_" + id,
                "atm_" + id,
                "des_1",
                "webhook",
                "user.created",
                DeliveryStatus.SUCCESS,
                START,
                START,
                1,
                false,
                "200",
                "{\"status\":200}",
                12,
                Map.of("source", "test"),
                "{\"b\":1,\"a\":2}");
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
        return new LogEntries(
                tenant,
                eventId,
                id,
                destination,
                type,
                topic,
                status,
                newTime,
                newTime,
                attempt,
                manual,
                code,
                response,
                latencyMs,
                metadata,
                data);
    }

    LogEntries eventAt(Instant newTime) {
        return new LogEntries(
                tenant,
                eventId,
                id,
                destination,
                type,
                topic,
                status,
                time,
                newTime,
                attempt,
                manual,
                code,
                response,
                latencyMs,
                metadata,
                data);
    }

    LogEntries event(String newId) {
        return new LogEntries(
                tenant,
                newId,
                id,
                destination,
                type,
                topic,
                status,
                time,
                eventTime,
                attempt,
                manual,
                code,
                response,
                latencyMs,
                metadata,
                data);
    }

    LogEntries destination(String newId) {
        return new LogEntries(
                tenant, eventId, id, newId, type, topic, status, time, eventTime, attempt, manual, code, response,
                latencyMs, metadata, data);
    }

    LogEntries type(String newType) {
        return new LogEntries(
                tenant,
                eventId,
                id,
                destination,
                newType,
                topic,
                status,
                time,
                eventTime,
                attempt,
                manual,
                code,
                response,
                latencyMs,
                metadata,
                data);
    }

    LogEntries topic(String newTopic) {
        return new LogEntries(
                tenant,
                eventId,
                id,
                destination,
                type,
                newTopic,
                status,
                time,
                eventTime,
                attempt,
                manual,
                code,
                response,
                latencyMs,
                metadata,
                data);
    }

    LogEntries outcome(DeliveryStatus newStatus, @Nullable String newCode, @Nullable String newResponse) {
        return new LogEntries(
                tenant,
                eventId,
                id,
                destination,
                type,
                topic,
                newStatus,
                time,
                eventTime,
                attempt,
                manual,
                newCode,
                newResponse,
                latencyMs,
                metadata,
                data);
    }

    LogEntries latency(@Nullable Integer newLatency) {
        return new LogEntries(
                tenant,
                eventId,
                id,
                destination,
                type,
                topic,
                status,
                time,
                eventTime,
                attempt,
                manual,
                code,
                response,
                newLatency,
                metadata,
                data);
    }

    LogEntries attempt(int number, boolean byHand) {
        return new LogEntries(
                tenant,
                eventId,
                id,
                destination,
                type,
                topic,
                status,
                time,
                eventTime,
                number,
                byHand,
                code,
                response,
                latencyMs,
                metadata,
                data);
    }

    LogEntries metadata(Map<String, String> newMetadata) {
        return new LogEntries(
                tenant,
                eventId,
                id,
                destination,
                type,
                topic,
                status,
                time,
                eventTime,
                attempt,
                manual,
                code,
                response,
                latencyMs,
                newMetadata,
                data);
    }

    LogEntries data(@Nullable String newData) {
        return new LogEntries(
                tenant,
                eventId,
                id,
                destination,
                type,
                topic,
                status,
                time,
                eventTime,
                attempt,
                manual,
                code,
                response,
                latencyMs,
                metadata,
                newData);
    }
}
