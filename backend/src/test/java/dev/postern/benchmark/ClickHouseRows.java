package dev.postern.benchmark;

import dev.postern.json.Json;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** The rows of entries in RowBinary, the form that costs the server the least that a client can write row by row. */
final class ClickHouseRows {

    static final List<String> EVENT_COLUMNS = List.of(
            "event_id",
            "tenant_id",
            "topic",
            "eligible_for_retry",
            "event_time",
            "metadata",
            "data",
            "matched_destination_ids");

    static final List<String> ATTEMPT_COLUMNS = List.of(
            "event_id",
            "tenant_id",
            "destination_id",
            "topic",
            "eligible_for_retry",
            "event_time",
            "metadata",
            "data",
            "attempt_id",
            "status",
            "attempt_time",
            "code",
            "response_data",
            "manual",
            "attempt_number",
            "destination_type",
            "latency_ms");

    private static final int EVENT_BYTES = 1_500;

    private final Buffer events;
    private final Buffer attempts;

    private ClickHouseRows(Buffer events, Buffer attempts) {
        this.events = events;
        this.attempts = attempts;
    }

    static ClickHouseRows of(List<LogEntry> entries) {
        Buffer events = new Buffer(EVENT_BYTES * entries.size());
        Buffer attempts = new Buffer(EVENT_BYTES * entries.size());
        for (LogEntry entry : entries) {
            Event event = entry.event();
            Delivery delivery = entry.delivery();
            String metadata = Json.write(event.metadata());
            String data = event.requireData();
            events.text(event.id());
            events.text(event.tenantId());
            events.text(event.topic());
            events.write(event.eligibleForRetry() ? 1 : 0);
            events.time(event.time());
            events.text(metadata);
            events.text(data);
            events.length(event.matchedDestinationIds().size());
            event.matchedDestinationIds().forEach(events::text);

            attempts.text(event.id());
            attempts.text(event.tenantId());
            attempts.text(delivery.destinationId());
            attempts.text(event.topic());
            attempts.write(event.eligibleForRetry() ? 1 : 0);
            attempts.time(event.time());
            attempts.text(metadata);
            attempts.text(data);
            attempts.text(delivery.id());
            attempts.text(delivery.status() == DeliveryStatus.SUCCESS ? "success" : "failed");
            attempts.time(delivery.time());
            attempts.text(Objects.requireNonNull(delivery.code()));
            attempts.text(Objects.requireNonNull(delivery.response()));
            attempts.write(delivery.manual() ? 1 : 0);
            attempts.fixed(delivery.attemptNumber(), Integer.BYTES);
            attempts.text(delivery.destinationType());
            // Nullable, and none of these is null.
            attempts.write(0);
            attempts.fixed(Objects.requireNonNull(delivery.latencyMs()), Integer.BYTES);
        }
        return new ClickHouseRows(events, attempts);
    }

    InputStream events() {
        return events.stream();
    }

    InputStream attempts() {
        return attempts.stream();
    }

    private static final class Buffer extends ByteArrayOutputStream {

        Buffer(int size) {
            super(size);
        }

        void text(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            length(bytes.length);
            writeBytes(bytes);
        }

        void length(int length) {
            int rest = length;
            for (; rest > 0x7f; rest >>>= 7) {
                write((rest & 0x7f) | 0x80);
            }
            write(rest);
        }

        void time(Instant time) {
            fixed(time.toEpochMilli(), Long.BYTES);
        }

        void fixed(long number, int bytes) {
            for (int i = 0; i < bytes; i++) {
                write((int) (number >>> (8 * i)));
            }
        }

        /** Of the bytes where they are. */
        InputStream stream() {
            return new ByteArrayInputStream(buf, 0, count);
        }
    }
}
