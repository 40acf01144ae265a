package dev.postern.api.replay;

import dev.postern.api.query.Filters;
import dev.postern.api.query.Lists;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.logstore.DeliveryFilter;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the viewer's filter means within their reach, and whose replay it makes.
 *
 * @param owner null across tenants
 */
record ReplayFilter(DeliveryFilter filter, @Nullable String owner) {

    static ReplayFilter of(Filters filters, ViewerScope scope) {
        Set<String> tenants = scope.tenants(filters.strings("tenantIds"));
        return new ReplayFilter(
                Lists.deliveryFilter(filters, tenants, filters.strings("eventIds"), filters.strings("destinationIds")),
                Optional.of(tenants)
                        .filter(some -> some.size() == 1)
                        .map(one -> one.iterator().next())
                        .orElse(null));
    }
}
