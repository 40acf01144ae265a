package dev.postern.security;

import dev.postern.security.Viewer.Operator;
import dev.postern.security.Viewer.TenantViewer;
import java.time.Clock;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** Turns a request's credentials into the viewer that they stand for. */
public final class Credentials {

    /** What the code of a one-time link is sent as: {@code Bearer plk_<code>}. */
    public static final String LINK_PREFIX = "plk_";

    private final OperatorKey operatorKey;
    private final TokenVerifier tokens;
    private final PortalLinks links;
    private final TenantDirectory tenants;

    public Credentials(SecuritySettings settings, PortalLinks links, TenantDirectory tenants, Clock clock) {
        this.operatorKey = new OperatorKey(settings);
        this.tokens = new TokenVerifier(settings, clock);
        this.links = links;
        this.tenants = tenants;
    }

    /**
     * The viewer behind an {@code Authorization} header; fails with {@link UnauthenticatedException}.
     * Subscribing to it spends the code of a one-time link.
     */
    public Mono<Viewer> authenticate(@Nullable String authorization) {
        if (authorization == null || authorization.isBlank()) {
            return Mono.error(UnauthenticatedException::missing);
        }
        Optional<String> token = Bearer.token(authorization);
        if (token.isEmpty()) {
            return Mono.error(UnauthenticatedException::invalid);
        }
        if (operatorKey.isIn(authorization)) {
            return Mono.just(new Operator());
        }
        return tenantViewer(token.get()).flatMap(this::requireTenant).cast(Viewer.class);
    }

    /** Has what runs in the context act as the viewer. */
    public static UnaryOperator<Context> actingAs(Viewer viewer) {
        return context ->
                context.putAll(ReactiveSecurityContextHolder.withAuthentication(new ViewerAuthentication(viewer))
                        .readOnly());
    }

    private Mono<TenantViewer> tenantViewer(String token) {
        if (token.startsWith(LINK_PREFIX)) {
            return links.redeem(token.substring(LINK_PREFIX.length()))
                    .map(pass -> new TenantViewer(pass.tenantId(), pass.expiresAt(), true))
                    .switchIfEmpty(Mono.error(() ->
                            new UnauthenticatedException("The link was used before, has expired, or never existed")));
        }
        return Mono.fromSupplier(() -> tokens.verify(token));
    }

    private Mono<TenantViewer> requireTenant(TenantViewer viewer) {
        return tenants.exists(viewer.tenantId())
                .filter(exists -> exists)
                .map(exists -> viewer)
                .switchIfEmpty(Mono.error(UnauthenticatedException::invalid));
    }
}
