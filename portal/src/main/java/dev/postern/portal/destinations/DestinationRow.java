package dev.postern.portal.destinations;

import dev.postern.portal.page.Links;
import dev.postern.portal.page.Moment;
import dev.postern.portal.page.PageInfo;
import dev.postern.portal.page.Pill;
import dev.postern.portal.page.ShortId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A destination as the list shows it.
 *
 * @param last the latest delivery; null where there was none
 */
record DestinationRow(
        ShortId id,
        String href,
        String type,
        String target,
        String topics,
        Pill state,
        @Nullable Last last) {

    record Last(Pill state, Moment time, String href) {}

    /** A tenant's destinations, as the gateway says it. */
    record Tenant(Page destinations) {}

    record Page(int totalCount, List<Node> nodes, PageInfo pageInfo) {}

    record Node(
            String id,
            String type,
            String target,
            List<String> topics,
            boolean enabled,
            int consecutiveFailures,
            Deliveries deliveries) {

        DestinationRow row(String tenant, Instant now) {
            return new DestinationRow(
                    ShortId.of(id),
                    Links.destination(tenant, id),
                    type,
                    target,
                    DestinationState.topics(topics),
                    DestinationState.of(enabled, consecutiveFailures),
                    deliveries.nodes().stream()
                            .findFirst()
                            .map(delivery -> delivery.last(tenant, now))
                            .orElse(null));
        }
    }

    record Deliveries(List<Delivery> nodes) {}

    record Delivery(String id, String status, Instant time) {

        Last last(String tenant, Instant now) {
            return new Last(DestinationState.delivery(status), Moment.of(time, now), Links.delivery(tenant, id));
        }
    }
}
