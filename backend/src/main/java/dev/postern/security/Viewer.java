package dev.postern.security;

import java.time.Instant;

/** The identity behind a request's credentials. */
public sealed interface Viewer {

    /** Whether this viewer may see what belongs to the tenant. */
    boolean sees(String tenantId);

    /** Holds the operator's API key: sees and does everything. */
    record Operator() implements Viewer {
        @Override
        public boolean sees(String tenantId) {
            return true;
        }
    }

    /**
     * Holds a tenant's token or one-time link: sees and does what belongs to that tenant.
     *
     * @param expiresAt when the credentials lapse
     * @param oneTime whether the credentials were a link's code, spent by this very request
     */
    record TenantViewer(String tenantId, Instant expiresAt, boolean oneTime) implements Viewer {
        @Override
        public boolean sees(String otherTenantId) {
            return tenantId.equals(otherTenantId);
        }
    }
}
