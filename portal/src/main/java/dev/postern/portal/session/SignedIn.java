package dev.postern.portal.session;

import dev.postern.portal.gateway.Credentials;
import dev.postern.portal.gateway.GatewayException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A visitor who has signed in.
 *
 * @param tenantId the tenant that the visitor is confined to; null for an operator
 * @param expiresAt when the credentials lapse; null where they don't
 */
public record SignedIn(
        Credentials credentials,
        @Nullable String tenantId,
        @Nullable Instant expiresAt) {

    /** Whether the visitor sees every tenant. */
    public boolean operator() {
        return tenantId == null;
    }

    /**
     * Turns away a tenant's visitor.
     *
     * @throws GatewayException.NotFound as if the page did not exist
     */
    public void requireOperator() {
        if (!operator()) {
            throw new GatewayException.NotFound();
        }
    }

    /**
     * Turns away a visitor of another tenant: the gateway would quietly answer with the visitor's own.
     *
     * @throws GatewayException.NotFound as if the tenant did not exist
     */
    public void requireTenant(String tenant) {
        if (tenantId != null && !tenantId.equals(tenant)) {
            throw new GatewayException.NotFound();
        }
    }

    boolean lapsed(Instant now) {
        return expiresAt != null && !now.isBefore(expiresAt);
    }
}
