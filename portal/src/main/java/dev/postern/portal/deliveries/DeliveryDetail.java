package dev.postern.portal.deliveries;

import dev.postern.portal.page.JsonText;
import dev.postern.portal.page.Links;
import dev.postern.portal.page.Moment;
import dev.postern.portal.page.Pill;
import dev.postern.portal.page.ShortId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A delivery as its own page shows it.
 *
 * @param target where it went, or what is left to say of a destination that is deleted
 * @param destinationHref empty where the destination is deleted
 * @param response null where nothing came back
 * @param nextRetry null where none is pending
 */
record DeliveryDetail(
        ShortId id,
        String href,
        Pill state,
        Moment time,
        String target,
        String destinationHref,
        String type,
        ShortId event,
        String eventHref,
        String topic,
        Moment eventTime,
        boolean retries,
        Map<String, String> metadata,
        JsonText payload,
        String payloadHref,
        String payloadSize,
        String code,
        String latency,
        @Nullable JsonText response,
        List<Attempt> attempts,
        @Nullable Moment nextRetry,
        boolean canRetry) {

    /** A try of the same event at the same destination; {@code shown} marks the one that the page is about. */
    record Attempt(
            int number,
            boolean manual,
            Pill state,
            String code,
            String latency,
            Moment time,
            String href,
            boolean shown) {}

    /** A delivery, as the gateway says it. */
    record Node(
            String id,
            String tenantId,
            String destinationId,
            String destinationType,
            @Nullable Destination destination,
            String topic,
            String status,
            Instant time,
            int attemptNumber,
            boolean manual,
            @Nullable String code,
            @Nullable JsonNode response,
            @Nullable Integer latencyMs,
            @Nullable Instant nextRetryAt,
            Event event,
            List<Try> attempts) {}

    record Destination(String target, @Nullable String targetUrl, boolean enabled) {}

    record Event(
            String id,
            String topic,
            Instant time,
            boolean eligibleForRetry,
            @Nullable Map<String, String> metadata,
            String rawData) {}

    record Try(
            String id,
            String status,
            Instant time,
            int attemptNumber,
            boolean manual,
            @Nullable String code,
            @Nullable Integer latencyMs) {}

    static DeliveryDetail of(Node node, int longest, Instant now) {
        Destination destination = node.destination();
        Event event = node.event();
        JsonNode response = node.response();
        Instant next = node.nextRetryAt();
        String href = Links.delivery(node.tenantId(), node.id());
        return new DeliveryDetail(
                ShortId.of(node.id()),
                href,
                Codes.state(node.status()),
                Moment.of(node.time(), now),
                destination == null ? "A destination that is deleted" : destination.target(),
                destination == null ? "" : Links.destination(node.tenantId(), node.destinationId()),
                node.destinationType(),
                ShortId.of(event.id()),
                Links.query(Links.deliveries(node.tenantId()), Map.of("event", event.id())),
                event.topic(),
                Moment.of(event.time(), now),
                event.eligibleForRetry(),
                event.metadata() == null ? Map.of() : event.metadata(),
                JsonText.of(event.rawData(), longest),
                href + "/payload",
                Sizes.of(event.rawData()),
                Codes.code(node.code()),
                Codes.latency(node.latencyMs()),
                response == null || response.isNull() ? null : JsonText.of(response.toString(), longest),
                node.attempts().stream()
                        .map(attempt -> attempt(attempt, node, now))
                        .toList(),
                next == null ? null : Moment.of(next, now),
                destination != null && destination.enabled());
    }

    private static Attempt attempt(Try attempt, Node node, Instant now) {
        return new Attempt(
                attempt.attemptNumber(),
                attempt.manual(),
                Codes.state(attempt.status()),
                Codes.code(attempt.code()),
                Codes.latency(attempt.latencyMs()),
                Moment.of(attempt.time(), now),
                Links.delivery(node.tenantId(), attempt.id()),
                attempt.id().equals(node.id()));
    }
}
