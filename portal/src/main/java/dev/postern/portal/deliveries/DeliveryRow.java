package dev.postern.portal.deliveries;

import dev.postern.portal.page.Links;
import dev.postern.portal.page.Moment;
import dev.postern.portal.page.PageInfo;
import dev.postern.portal.page.Pill;
import dev.postern.portal.page.ShortId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A delivery as the list shows it.
 *
 * @param destination where it went, without the {@code https://} that most begin with: the list is narrow
 */
record DeliveryRow(
        String href,
        Pill state,
        Moment time,
        String topic,
        ShortId event,
        String destination,
        ShortId tenant,
        String code,
        int attempt,
        boolean manual,
        String latency) {

    /** A page of deliveries, as the gateway says it. */
    record Page(List<Node> nodes, PageInfo pageInfo) {}

    record Node(
            String id,
            String tenantId,
            String eventId,
            String destinationId,
            String destinationType,
            @Nullable Destination destination,
            String topic,
            String status,
            Instant time,
            int attemptNumber,
            boolean manual,
            @Nullable String code,
            @Nullable Integer latencyMs) {

        DeliveryRow row(Instant now) {
            return new DeliveryRow(
                    Links.delivery(tenantId, id),
                    Codes.state(status),
                    Moment.of(time, now),
                    topic,
                    ShortId.of(eventId),
                    destination == null ? ShortId.of(destinationId).text() + " (deleted)" : brief(destination.target()),
                    ShortId.of(tenantId),
                    Codes.code(code),
                    attemptNumber,
                    manual,
                    Codes.latency(latencyMs));
        }

        private static String brief(String target) {
            return target.startsWith("https://") ? target.substring("https://".length()) : target;
        }
    }

    record Destination(String target) {}
}
