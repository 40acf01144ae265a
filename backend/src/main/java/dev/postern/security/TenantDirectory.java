package dev.postern.security;

import reactor.core.publisher.Mono;

/** Which tenants there are: a token outlives its tenant, but is worth nothing after. */
@FunctionalInterface
public interface TenantDirectory {

    /** Whether the tenant exists and is not deleted. */
    Mono<Boolean> exists(String tenantId);
}
