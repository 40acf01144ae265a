package dev.postern.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.postern.security.Viewer.TenantViewer;
import java.text.ParseException;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks a tenant's token, save for whether its tenant still exists. */
final class TokenVerifier {

    private static final Set<JWSAlgorithm> ALGORITHMS =
            Set.of(JWSAlgorithm.HS256, JWSAlgorithm.HS384, JWSAlgorithm.HS512);

    private final SecuritySettings settings;
    private final Clock clock;

    TokenVerifier(SecuritySettings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /** The token's tenant; throws {@link UnauthenticatedException}. */
    TenantViewer verify(String token) {
        try {
            SignedJWT jwt = SignedJWT.parse(token);
            if (!ALGORITHMS.contains(jwt.getHeader().getAlgorithm())
                    || !jwt.verify(new MACVerifier(TokenKey.of(settings.jwtSecret())))) {
                throw UnauthenticatedException.invalid();
            }
            return viewer(jwt.getJWTClaimsSet());
        } catch (ParseException | JOSEException e) {
            throw UnauthenticatedException.invalid();
        }
    }

    private TenantViewer viewer(JWTClaimsSet claims) throws ParseException {
        String tenantId = claims.getSubject();
        Date expiry = claims.getExpirationTime();
        Date notBefore = claims.getNotBeforeTime();
        if (tenantId == null
                || tenantId.isEmpty()
                || expiry == null
                || !TenantTokens.ISSUER.equals(claims.getIssuer())
                || !Objects.equals(deploymentId(claims), settings.deploymentId())) {
            throw UnauthenticatedException.invalid();
        }
        Instant now = clock.instant();
        if (!now.isBefore(expiry.toInstant())) {
            throw UnauthenticatedException.expired();
        }
        if (notBefore != null && now.isBefore(notBefore.toInstant())) {
            throw UnauthenticatedException.invalid();
        }
        return new TenantViewer(tenantId, expiry.toInstant(), false);
    }

    private static @Nullable String deploymentId(JWTClaimsSet claims) throws ParseException {
        String id = claims.getStringClaim(TenantTokens.DEPLOYMENT_ID);
        return id == null || id.isEmpty() ? null : id;
    }
}
