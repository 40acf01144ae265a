package dev.postern.portal.tenants;

import dev.postern.portal.page.Links;
import dev.postern.portal.page.Moment;
import dev.postern.portal.page.PageInfo;
import dev.postern.portal.page.ShortId;
import java.time.Instant;
import java.util.List;

/** A page of tenants, as the gateway says it. */
record TenantsAnswer(int totalCount, List<Tenant> nodes, PageInfo pageInfo) {

    record Tenant(String id, List<String> topics, int destinationCount, Instant createdAt) {

        TenantRow row(Instant now) {
            return new TenantRow(
                    ShortId.of(id),
                    Links.destinations(id),
                    Links.deliveries(id),
                    destinationCount,
                    topics.equals(List.of("*")) ? "All topics" : String.join(", ", topics),
                    Moment.of(createdAt, now));
        }
    }
}
