package dev.postern.intake;

import dev.postern.json.Json;
import dev.postern.json.JsonException;
import dev.postern.json.RawJson;
import dev.postern.model.Event;
import dev.postern.model.IdGenerator;
import dev.postern.model.Identifiers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads events as Outpost's publishers write them: unknown members are ignored, null is as good as absent. */
final class EventReading {

    /** What Go prints for a time that was never set. */
    private static final Instant GO_ZERO = Instant.parse("0001-01-01T00:00:00Z");

    private static final int MOST_METADATA = 64;
    private static final int LONGEST_METADATA = 1024;

    private final IdGenerator ids;
    private final Clock clock;
    private final IntakeSettings settings;

    EventReading(IdGenerator ids, Clock clock, IntakeSettings settings) {
        this.ids = ids;
        this.clock = clock;
        this.settings = settings;
    }

    /** @throws MalformedEventException where these bytes are no event, and never will be */
    Event read(byte[] body) {
        Map<String, @Nullable Object> json;
        try {
            json = Json.parseObject(new String(body, StandardCharsets.UTF_8), "data");
        } catch (JsonException e) {
            throw new MalformedEventException(String.valueOf(e.getMessage()));
        }
        String id = text(json, "id");
        String tenantId = text(json, "tenant_id");
        String destinationId = text(json, "destination_id");
        String topic = text(json, "topic");
        refuse("tenant_id", Identifiers.faultOfKeyId(tenantId));
        refuse("id", id.isEmpty() ? Optional.empty() : Identifiers.faultOfEventId(id));
        refuse("destination_id", destinationId.isEmpty() ? Optional.empty() : Identifiers.faultOfKeyId(destinationId));
        if (settings.requiresTopic() && topic.isEmpty()) {
            throw new MalformedEventException("topic: absent (expected: one of TOPICS)");
        }
        return new Event(
                id.isEmpty() ? ids.newEventId() : id,
                tenantId,
                destinationId.isEmpty() ? null : destinationId,
                List.of(),
                topic,
                flag(json, "eligible_for_retry"),
                time(json).truncatedTo(ChronoUnit.MILLIS),
                metadata(json),
                data(json));
    }

    private String data(Map<String, @Nullable Object> json) {
        String text = json.get("data") instanceof RawJson raw ? raw.text() : "";
        if (!text.startsWith("{")) {
            throw new MalformedEventException("data: no object (expected: a JSON object)");
        }
        int size = text.getBytes(StandardCharsets.UTF_8).length;
        if (size > settings.maxBytes()) {
            throw new MalformedEventException(
                    "data: %d bytes (expected: at most %d)".formatted(size, settings.maxBytes()));
        }
        return text;
    }

    private Instant time(Map<String, @Nullable Object> json) {
        String text = text(json, "time");
        if (text.isEmpty()) {
            return clock.instant();
        }
        try {
            Instant time = OffsetDateTime.parse(text).toInstant();
            return time.equals(GO_ZERO) ? clock.instant() : time;
        } catch (DateTimeException e) {
            throw new MalformedEventException("time: '%s' (expected: as in RFC 3339)".formatted(text));
        }
    }

    private static Map<String, String> metadata(Map<String, @Nullable Object> json) {
        var metadata = new LinkedHashMap<String, String>();
        switch (json.get("metadata")) {
            case null -> {}
            case Map<?, ?> map ->
                map.forEach((name, value) -> metadata.put((String) name, text("metadata." + name, value)));
            default -> throw wrong("metadata", "an object of texts");
        }
        if (metadata.size() > MOST_METADATA) {
            throw new MalformedEventException(
                    "metadata: %d entries (expected: at most %d)".formatted(metadata.size(), MOST_METADATA));
        }
        metadata.forEach((name, value) -> {
            if (name.length() + value.length() > LONGEST_METADATA) {
                throw new MalformedEventException("metadata.%s: %d characters (expected: at most %d)"
                        .formatted(name, name.length() + value.length(), LONGEST_METADATA));
            }
        });
        return metadata;
    }

    private static String text(Map<String, @Nullable Object> json, String name) {
        return text(name, json.get(name));
    }

    private static String text(String name, @Nullable Object value) {
        return switch (value) {
            case null -> "";
            case String text -> text;
            default -> throw wrong(name, "text");
        };
    }

    private static boolean flag(Map<String, @Nullable Object> json, String name) {
        return switch (json.get(name)) {
            case null -> true;
            case Boolean flag -> flag;
            default -> throw wrong(name, "true or false");
        };
    }

    private static void refuse(String name, Optional<String> fault) {
        fault.ifPresent(what -> {
            throw new MalformedEventException(name + ": " + what);
        });
    }

    private static MalformedEventException wrong(String name, String expected) {
        return new MalformedEventException("%s: another kind of value (expected: %s)".formatted(name, expected));
    }
}
