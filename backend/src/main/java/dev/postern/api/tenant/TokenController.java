package dev.postern.api.tenant;

import dev.postern.api.error.RefusedException;
import dev.postern.api.error.UserError;
import dev.postern.api.error.UserError.Code;
import dev.postern.api.input.Faults;
import dev.postern.api.input.Input;
import dev.postern.api.settings.ApiSettings;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.api.wire.ViewerGate;
import dev.postern.security.PortalLinks;
import dev.postern.security.TenantTokens;
import dev.postern.security.TenantTokens.TenantToken;
import dev.postern.security.Viewer.TenantViewer;
import dev.postern.tenantstore.TenantStore;
import graphql.schema.DataFetchingEnvironment;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.MutationMapping;
import org.springframework.stereotype.Controller;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Mono;

/** Lets tenants' own people in: tokens, and links that are worth one. */
@Controller
final class TokenController {

    private static final String LINK_PATH = "/portal/link/";

    private final TenantStore tenants;
    private final TenantTokens tokens;
    private final PortalLinks links;
    private final ApiSettings settings;

    TokenController(TenantStore tenants, TenantTokens tokens, PortalLinks links, ApiSettings settings) {
        this.tenants = tenants;
        this.tokens = tokens;
        this.links = links;
        this.settings = settings;
    }

    @MutationMapping
    Mono<IssueTenantTokenPayload> issueTenantToken(
            DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        scope.requireOperator();
        Input input = Input.of(environment);
        String tenantId = String.valueOf(input.text("tenantId"));
        return Mono.fromSupplier(() -> {
                    new Faults().id("tenantId", tenantId).refuse();
                    return input.duration(
                            "lifetime", TenantTokens.MAX_LIFETIME, Duration.ofSeconds(1), TenantTokens.MAX_LIFETIME);
                })
                .flatMap(lifetime -> tenants.retrieveTenant(tenantId)
                        .switchIfEmpty(Mono.error(
                                () -> new RefusedException(Code.NOT_FOUND, "No such tenant", "input", "tenantId")))
                        .flatMap(tenant -> links.issue(tenant.id()))
                        .map(link -> {
                            TenantToken token = tokens.issue(tenantId, lifetime);
                            String url = base(environment) + LINK_PATH + link.code();
                            return new IssueTenantTokenPayload(token.token(), token.expiresAt(), url, List.of());
                        }))
                .onErrorResume(
                        RefusedException.class,
                        e -> Mono.just(new IssueTenantTokenPayload(null, null, null, e.errors())));
    }

    /** Only what came with a link is exchanged: a token can't prolong itself. */
    @MutationMapping
    RedeemPortalLinkPayload redeemPortalLink(@ContextValue ViewerScope scope) {
        if (scope.viewer() instanceof TenantViewer tenant && tenant.oneTime()) {
            TenantToken token = tokens.issue(tenant.tenantId(), TenantTokens.MAX_LIFETIME);
            return new RedeemPortalLinkPayload(token.token(), token.expiresAt(), List.of());
        }
        return new RedeemPortalLinkPayload(
                null,
                null,
                List.of(UserError.of(Code.FORBIDDEN, "The request's credentials are not a portal link's code")));
    }

    private String base(DataFetchingEnvironment environment) {
        if (settings.publicUrl() != null) {
            String url = settings.publicUrl().toString();
            return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        }
        URI request = environment.getGraphQlContext().get(ViewerGate.REQUEST_URI);
        return UriComponentsBuilder.newInstance()
                .scheme(request.getScheme())
                .host(request.getHost())
                .port(request.getPort())
                .build()
                .toUriString();
    }

    /** The schema's type. */
    record IssueTenantTokenPayload(
            @Nullable String token,
            @Nullable Instant expiresAt,
            @Nullable String portalUrl,
            List<UserError> userErrors) {}

    /** The schema's type. */
    record RedeemPortalLinkPayload(
            @Nullable String token, @Nullable Instant expiresAt, List<UserError> userErrors) {}
}
