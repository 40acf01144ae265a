package dev.postern.security;

import java.time.Duration;
import java.time.Instant;
import reactor.core.publisher.Mono;

/** One-time codes by which a tenant's people enter the portal. The store never holds a code, only its digest. */
public interface PortalLinks {

    /** How long a link can be used. */
    Duration LIFETIME = Duration.ofMinutes(10);

    /** Makes a link for the tenant. */
    Mono<PortalLink> issue(String tenantId);

    /** Spends the code: of several that try at once, one gets the tenant. Empty where it is unknown, spent or lapsed. */
    Mono<PortalPass> redeem(String code);

    /**
     * A fresh link.
     *
     * @param code 43 characters of base64url, 256 random bits
     */
    record PortalLink(String code, Instant expiresAt) {

        /** Without the code, which is as good as a password. */
        @Override
        public String toString() {
            return "PortalLink[expiresAt=%s]".formatted(expiresAt);
        }
    }

    /** What a code stood for. */
    record PortalPass(String tenantId, Instant expiresAt) {}
}
