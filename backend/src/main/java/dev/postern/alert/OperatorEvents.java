package dev.postern.alert;

import dev.postern.json.Json;
import dev.postern.model.Delivery;
import dev.postern.model.DestinationKey;
import dev.postern.model.Identifiers;
import dev.postern.model.LogEntry;
import dev.postern.model.OperatorEvent;
import dev.postern.queue.GoTime;
import dev.postern.queue.LogEntryCodec;
import dev.postern.queue.OperatorEventQueue;
import dev.postern.tenantstore.Subscriptions;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Writes operator events in Outpost's envelope, and queues them. An event's id comes of what it tells: told again, by
 * another process and of an attempt that had to be made again, it is the same event.
 */
public final class OperatorEvents {

    /** Tells nobody anything. */
    public static final OperatorEvents NONE =
            new OperatorEvents(null, new OperatorTopics(List.of()), null, Duration.ZERO);

    /** Whoever changes a subscription isn't held up for longer; the telling goes on. */
    private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(2);

    /** What of a destination is shown. Delivery metadata and credentials aren't in a log entry to begin with. */
    private static final List<String> SHOWN =
            List.of("id", "tenant_id", "type", "topics", "config", "created_at", "disabled_at");

    /** A webhook's own headers are where people put tokens. */
    private static final String CUSTOM_HEADERS = "custom_headers";

    private final @Nullable Outbox outbox;
    private final OperatorTopics topics;
    private final @Nullable String deploymentId;
    private final Duration patience;

    /**
     * @param queue doesn't wait for room itself
     * @param patience for how long those who tell of something are held up while the queue takes nothing
     */
    public OperatorEvents(
            OperatorEventQueue queue,
            OperatorTopics topics,
            @Nullable String deploymentId,
            Duration patience,
            Clock clock) {
        this(new Outbox(queue, patience, clock), topics, deploymentId, patience);
    }

    private OperatorEvents(
            @Nullable Outbox outbox, OperatorTopics topics, @Nullable String deploymentId, Duration patience) {
        this.outbox = outbox;
        this.topics = topics;
        this.deploymentId = deploymentId;
        this.patience = patience;
    }

    /**
     * Tells that a tenant subscribes to something else, where it does. Whoever made the change need not wait for
     * it; it can't be undone anyway.
     *
     * @param destination the one that was made, changed or deleted
     */
    public Mono<Void> tellSubscription(DestinationKey destination, Subscriptions.Change change, Instant time) {
        return Mono.defer(() -> {
            Outbox open = outbox;
            if (open == null || !tells(OperatorTopics.SUBSCRIPTION) || change.isNone()) {
                return Mono.empty();
            }
            Mono<Void> told =
                    open.put(subscription(destination, change, time)).then().cache();
            told.subscribe();
            return Mono.firstWithSignal(told, Mono.delay(ANSWERED_WITHIN).then());
        });
    }

    /** How many this process lost since its start, for they could not be queued. */
    public long lost() {
        return outbox == null ? 0 : outbox.dropped();
    }

    /** For how long whoever tells of something waits for the queue. */
    Duration patience() {
        return patience;
    }

    /** Whether anybody wants to be told. */
    boolean tells(String topic) {
        return outbox != null && topics.include(topic);
    }

    /**
     * Queues the event, where it is wanted, and answers whether it did; empty where it is not wanted. Never fails.
     *
     * @param more what belongs to it beside the attempt, its event and its destination
     */
    Mono<Boolean> tell(String topic, LogEntry entry, Map<String, ?> more) {
        return Mono.defer(() -> {
            Outbox open = outbox;
            return open == null || !tells(topic) ? Mono.empty() : open.put(attempted(topic, entry, more));
        });
    }

    /**
     * The attempt as the plan has it: made again because its process died before it could be noted, it has another
     * id and is the same. An event that is published anew under its id has another time.
     */
    static String fact(Delivery delivery) {
        return Identifiers.joined(
                delivery.tenantId(),
                delivery.eventId(),
                delivery.event().time().toString(),
                delivery.destinationId(),
                String.valueOf(delivery.attemptNumber()));
    }

    static String time(Instant time) {
        return GoTime.write(time);
    }

    private OperatorEvent attempted(String topic, LogEntry entry, Map<String, ?> more) {
        Delivery delivery = entry.delivery();
        return event(topic, fact(delivery), delivery.time(), delivery.tenantId(), data(entry, more));
    }

    private OperatorEvent subscription(DestinationKey destination, Subscriptions.Change change, Instant time) {
        var data = new LinkedHashMap<String, @Nullable Object>();
        data.put("tenant_id", destination.tenantId());
        data.put("topics", change.after().topics());
        data.put("previous_topics", change.before().topics());
        data.put("destinations_count", change.after().destinations());
        data.put("previous_destinations_count", change.before().destinations());
        String fact = Identifiers.joined(
                destination.tenantId(),
                destination.id(),
                time.toString(),
                change.before().toString(),
                change.after().toString());
        return event(OperatorTopics.SUBSCRIPTION, fact, time, destination.tenantId(), data);
    }

    private OperatorEvent event(String topic, String fact, Instant time, String tenantId, Map<String, ?> data) {
        String name = topic + "\n" + fact;
        String id =
                UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", id);
        json.put("topic", topic);
        json.put("time", GoTime.write(time));
        if (deploymentId != null) {
            json.put("deployment_id", deploymentId);
        }
        json.put("tenant_id", tenantId);
        json.put("data", data);
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
}
