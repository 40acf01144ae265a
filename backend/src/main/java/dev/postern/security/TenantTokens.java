package dev.postern.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;

/** Issues tenants' tokens, in the form that Outpost issues and takes. */
public final class TenantTokens {

    /** How long a token may last, and how long one lasts where nothing else is said. */
    public static final Duration MAX_LIFETIME = Duration.ofHours(24);

    static final String ISSUER = "outpost";
    static final String DEPLOYMENT_ID = "deployment_id";

    private final SecuritySettings settings;
    private final Clock clock;

    public TenantTokens(SecuritySettings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * A token with which its bearer acts as the tenant.
     *
     * @param lifetime 1 second to 24 hours
     */
    public TenantToken issue(String tenantId, Duration lifetime) {
        if (lifetime.compareTo(Duration.ofSeconds(1)) < 0 || lifetime.compareTo(MAX_LIFETIME) > 0) {
            throw new IllegalArgumentException("lifetime: %s (expected: PT1S..%s)".formatted(lifetime, MAX_LIFETIME));
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Instant expiresAt = now.plus(lifetime).truncatedTo(ChronoUnit.SECONDS);
        var claims = new JWTClaimsSet.Builder()
                .issuer(ISSUER)
                .subject(tenantId)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(expiresAt));
        if (settings.deploymentId() != null) {
            claims.claim(DEPLOYMENT_ID, settings.deploymentId());
        }
        var token = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.HS256).build(), claims.build());
        try {
            token.sign(new MACSigner(TokenKey.of(settings.jwtSecret())));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        return new TenantToken(token.serialize(), expiresAt);
    }

    /** A token and when it lapses. */
    public record TenantToken(String token, Instant expiresAt) {

        /** Without the token, which is as good as a password. */
        @Override
        public String toString() {
            return "TenantToken[expiresAt=%s]".formatted(expiresAt);
        }
    }
}
