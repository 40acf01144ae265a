package dev.postern.api.node;

import dev.postern.json.Json;
import dev.postern.json.JsonException;
import dev.postern.model.Delivery;
import dev.postern.model.DestinationKey;
import dev.postern.model.EventKey;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Opaque ids, unique across types: base64url of a JSON array of the type's name and what identifies the
 * object. A delivery's carries its event and time as well, by which the log finds it without a search.
 */
public final class NodeIds {

    private static final int MAX_LENGTH = 4_096;

    /** What a node id stands for. */
    sealed interface Ref {
        /** Null where the id doesn't say. */
        @Nullable
        String tenantId();

        record TenantRef(String tenantId) implements Ref {}

        record DestinationRef(DestinationKey key) implements Ref {
            @Override
            public String tenantId() {
                return key.tenantId();
            }
        }

        record EventRef(EventKey key) implements Ref {
            @Override
            public String tenantId() {
                return key.tenantId();
            }
        }

        record ReplayRef(String id) implements Ref {
            @Override
            public @Nullable String tenantId() {
                return null;
            }
        }

        record DeliveryRef(String tenantId, String id, String eventId, Instant time) implements Ref {}
    }

    /** A tenant's. */
    public static String tenant(String id) {
        return encode("Tenant", id);
    }

    /** A destination's. */
    public static String destination(DestinationKey key) {
        return encode("Destination", key.tenantId(), key.id());
    }

    /** An event's. */
    public static String event(EventKey key) {
        return encode("Event", key.tenantId(), key.id());
    }

    /** A delivery's. */
    public static String delivery(Delivery delivery) {
        return encode(
                "Delivery",
                delivery.tenantId(),
                delivery.id(),
                delivery.eventId(),
                delivery.time().toString());
    }

    /** A replay's. */
    public static String replay(String id) {
        return encode("Replay", id);
    }

    /** Empty for what no node ever had as its id. */
    static Optional<Ref> decode(String nodeId) {
        if (nodeId.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        try {
            byte[] text = Base64.getUrlDecoder().decode(nodeId);
            return ref(Json.parse(new String(text, StandardCharsets.UTF_8)));
        } catch (JsonException | IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<Ref> ref(@Nullable Object value) {
        if (!(value instanceof List<?> list) || !list.stream().allMatch(String.class::isInstance)) {
            return Optional.empty();
        }
        List<String> parts = list.stream().map(String.class::cast).toList();
        if (parts.isEmpty() || parts.contains("")) {
            return Optional.empty();
        }
        return switch (parts.getFirst() + parts.size()) {
            case "Tenant2" -> Optional.of(new Ref.TenantRef(parts.get(1)));
            case "Replay2" -> Optional.of(new Ref.ReplayRef(parts.get(1)));
            case "Destination3" -> Optional.of(new Ref.DestinationRef(new DestinationKey(parts.get(1), parts.get(2))));
            case "Event3" -> Optional.of(new Ref.EventRef(new EventKey(parts.get(1), parts.get(2))));
            case "Delivery5" ->
                Optional.of(new Ref.DeliveryRef(parts.get(1), parts.get(2), parts.get(3), Instant.parse(parts.get(4))));
            default -> Optional.empty();
        };
    }

    private static String encode(String... parts) {
        byte[] text = Json.write(List.of(parts)).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
    }

    private NodeIds() {}
}
