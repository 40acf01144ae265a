package dev.postern.alert;

import dev.postern.json.Json;
import dev.postern.model.Delivery;
import dev.postern.model.Identifiers;
import dev.postern.model.LogEntry;
import dev.postern.model.OperatorEvent;
import dev.postern.queue.GoTime;
import dev.postern.queue.LogEntryCodec;
import dev.postern.queue.OperatorEventQueue;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Writes operator events about attempts, in Outpost's envelope, and queues them. An event's id comes of its topic and its
 * attempt: told again, it is the same event.
 */
public final class OperatorEvents {

    /** Tells nobody anything. */
    public static final OperatorEvents NONE = new OperatorEvents(null, new OperatorTopics(List.of()), null);

    /** What of a destination is shown. Delivery metadata and credentials aren't in a log entry to begin with. */
    private static final List<String> SHOWN =
            List.of("id", "tenant_id", "type", "topics", "config", "created_at", "disabled_at");

    /** A webhook's own headers are where people put tokens. */
    private static final String CUSTOM_HEADERS = "custom_headers";

    private final @Nullable OperatorEventQueue queue;
    private final OperatorTopics topics;
    private final @Nullable String deploymentId;

    public OperatorEvents(@Nullable OperatorEventQueue queue, OperatorTopics topics, @Nullable String deploymentId) {
        this.queue = queue;
        this.topics = topics;
        this.deploymentId = deploymentId;
    }

    /** Whether anybody wants to be told. */
    boolean tells(String topic) {
        return queue != null && topics.include(topic);
    }

    /**
     * Queues the event, where it is wanted.
     *
     * @param more what belongs to it beside the attempt, its event and its destination
     */
    Mono<Void> tell(String topic, LogEntry entry, Map<String, ?> more) {
        return Mono.defer(() ->
                queue == null || !tells(topic) ? Mono.empty() : queue.publish(List.of(event(topic, entry, more))));
    }

    static String time(Instant time) {
        return GoTime.write(time);
    }

    private OperatorEvent event(String topic, LogEntry entry, Map<String, ?> more) {
        Delivery delivery = entry.delivery();
        String id = id(topic, delivery);
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", id);
        json.put("topic", topic);
        json.put("time", GoTime.write(delivery.time()));
        if (deploymentId != null) {
            json.put("deployment_id", deploymentId);
        }
        json.put("tenant_id", delivery.tenantId());
        json.put("data", data(entry, more));
        return new OperatorEvent(id, topic, Json.writeGo(json));
    }

    private static Map<String, @Nullable Object> data(LogEntry entry, Map<String, ?> more) {
        Map<String, @Nullable Object> members = LogEntryCodec.members(entry);
        var data = new LinkedHashMap<String, @Nullable Object>();
        data.put("tenant_id", entry.delivery().tenantId());
        data.put("event", members.get("event"));
        data.put("attempt", members.get("attempt"));
        data.put("destination", members.get("destination") instanceof Map<?, ?> all ? shown(all) : null);
        data.putAll(more);
        return data;
    }

    private static Map<String, @Nullable Object> shown(Map<?, ?> destination) {
        var shown = new LinkedHashMap<String, @Nullable Object>();
        SHOWN.forEach(name -> shown.put(name, destination.get(name)));
        if (shown.get("config") instanceof Map<?, ?> config) {
            var open = new LinkedHashMap<Object, @Nullable Object>(config);
            open.remove(CUSTOM_HEADERS);
            shown.put("config", open);
        }
        return shown;
    }

    private static String id(String topic, Delivery delivery) {
        String name = topic + "\n" + Identifiers.joined(delivery.tenantId(), delivery.id());
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
