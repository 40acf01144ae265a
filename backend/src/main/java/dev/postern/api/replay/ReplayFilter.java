package dev.postern.api.replay;

import dev.postern.api.query.Filters;
import dev.postern.api.query.Lists;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.logstore.DeliveryFilter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the viewer's filter means within their reach, and whose replay it makes.
 *
 * @param owner null across tenants
 * @param outside whether the viewer names tenants and theirs is not among them. A list then shows their own, which does no
 *     harm; to send all of their own again because they named another would
 */
record ReplayFilter(DeliveryFilter filter, @Nullable String owner, boolean outside) {

    static ReplayFilter of(Filters filters, ViewerScope scope) {
        filters.refuseEmptyLists();
        List<String> named = List.copyOf(filters.strings("tenantIds"));
        Set<String> tenants = scope.tenants(named);
        return new ReplayFilter(
                Lists.deliveryFilter(filters, tenants, filters.strings("eventIds"), filters.strings("destinationIds")),
                Optional.of(tenants)
                        .filter(some -> some.size() == 1)
                        .map(one -> one.iterator().next())
                        .orElse(null),
                !named.isEmpty()
                        && scope.ownTenant().filter(own -> !named.contains(own)).isPresent());
    }
}
