package dev.postern.api.viewer;

import dev.postern.api.error.ApiException;
import dev.postern.security.Viewer;
import dev.postern.security.Viewer.Operator;
import dev.postern.security.Viewer.TenantViewer;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the viewer may reach: the one place where a request's tenant is decided. What lies outside is
 * answered as if it did not exist.
 */
public record ViewerScope(Viewer viewer) {

    /** Under what name the scope lies in the GraphQL context. */
    public static final String KEY = "scope";

    /** Whether everything is in reach. */
    public boolean operator() {
        return viewer instanceof Operator;
    }

    /** Goes on for operators only; throws {@link ApiException}. */
    public void requireOperator() {
        if (!operator()) {
            throw ApiException.forbidden();
        }
    }

    /** The tenant that the viewer is confined to; empty for an operator. */
    public Optional<String> ownTenant() {
        return viewer instanceof TenantViewer tenant ? Optional.of(tenant.tenantId()) : Optional.empty();
    }

    /** Whether nothing of the named tenant may be shown. */
    public boolean hides(@Nullable String tenantId) {
        return tenantId != null && !viewer.sees(tenantId);
    }

    /** Whether what belongs to this tenant may be shown; what belongs to none, or to several (null), operators see. */
    public boolean shows(@Nullable String owner) {
        return owner == null ? operator() : viewer.sees(owner);
    }

    /** The tenant to look in: the viewer's own, else the one named; null for all of them. */
    @Nullable
    public String tenantOrAny(@Nullable String named) {
        return ownTenant().orElse(named);
    }

    /** The tenant to look in: the viewer's own, else the one named, which an operator has to. */
    public String requireTenant(@Nullable String named) {
        String tenantId = tenantOrAny(named);
        if (tenantId == null) {
            throw ApiException.badInput("tenantId", "missing (expected: a tenant's id, as an operator sees them all)");
        }
        return tenantId;
    }

    /** The tenants to list: the viewer's own alone, else those named; empty for all of them. */
    public Set<String> tenants(Collection<String> named) {
        return ownTenant().map(Set::of).orElseGet(() -> Set.copyOf(named));
    }
}
