package dev.postern.portal.signin;

import dev.postern.portal.gateway.Credentials;
import dev.postern.portal.gateway.Gateway;
import dev.postern.portal.gateway.GatewayException;
import dev.postern.portal.session.Sessions;
import dev.postern.portal.session.SignedIn;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Asks the gateway whose the credentials are, and lets their holder in. */
@Component
final class Doorkeeper {

    private final Gateway gateway;
    private final Sessions sessions;

    Doorkeeper(Gateway gateway, Sessions sessions) {
        this.gateway = gateway;
        this.sessions = sessions;
    }

    /** Opens a session; fails as the gateway does where it knows no such credentials. */
    Mono<Void> admit(ServerWebExchange exchange, Credentials credentials) {
        return gateway.execute("viewer", Map.of(), credentials)
                .map(answer -> answer.require("viewer", Viewer.class).signedIn(credentials))
                .flatMap(visitor -> sessions.open(exchange, visitor));
    }

    /** Trades a link's code for a token, which uses the link up, and opens a session with the token. */
    Mono<Void> redeem(ServerWebExchange exchange, Credentials code) {
        return gateway.execute("redeemPortalLink", Map.of(), code)
                .map(answer -> answer.require("redeemPortalLink", Redeemed.class))
                .flatMap(redeemed -> admit(exchange, redeemed.credentials()));
    }

    record Redeemed(@Nullable String token) {

        Credentials credentials() {
            if (token == null) {
                throw new GatewayException.Unauthenticated();
            }
            return new Credentials(token);
        }

        @Override
        public String toString() {
            return "Redeemed[****]";
        }
    }

    record Viewer(
            Kind kind, @Nullable Tenant tenant, @Nullable Instant expiresAt) {

        enum Kind {
            OPERATOR,
            TENANT
        }

        record Tenant(String id) {}

        SignedIn signedIn(Credentials credentials) {
            String tenantId = tenant == null ? null : tenant.id();
            if (kind == Kind.TENANT && tenantId == null) {
                // Its tenant is gone: never take it for an operator.
                throw new GatewayException.Unauthenticated();
            }
            return new SignedIn(credentials, kind == Kind.OPERATOR ? null : tenantId, expiresAt);
        }
    }
}
