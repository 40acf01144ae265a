package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.postern.json.Json;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets in, and what the others hear. */
class CredentialsTest extends ApiTest {

    private static final String WHO = "{\"query\":\"{ viewer { kind tenant { id } } }\"}";

    @BeforeEach
    void prepare() {
        tenant("acme");
    }

    @Test
    void request_withoutCredentialsGets401() {
        var response = send(to("/graphql")
                .header("Content-Type", "application/json")
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString(WHO))
                .build());

        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.body()).contains("\"code\":\"UNAUTHENTICATED\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "wrong", "plk_unknown", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhY21lIn0."})
    void request_withBadCredentialsGets401(String credentials) {
        assertThat(post(credentials, WHO).statusCode()).isEqualTo(401);
    }

    /** Outposts sign with any secret, even one that the algorithm's own rules call too short. */
    @ParameterizedTest
    @ValueSource(strings = {"HS256", "HS384", "HS512"})
    void token_ofEveryHmacIsTaken(String algorithm) {
        assertThat(post(sign(JWSAlgorithm.parse(algorithm), claims -> {}), WHO).body())
                .startsWith("{\"data\":{\"viewer\":{\"kind\":\"TENANT\",\"tenant\":{\"id\":\"acme\"}}}");
    }

    @Test
    void token_thatExpiredSaysSo() {
        var response = post(sign(JWSAlgorithm.HS256, claims -> claims.expirationTime(Date.from(Instant.EPOCH))), WHO);

        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.body()).contains("expired", "UNAUTHENTICATED");
    }

    @Test
    void token_withoutExpiryOrOfAnotherIssuerTenantOrDeploymentIsRefused() {
        assertRefused(claims -> claims.expirationTime(null));
        assertRefused(claims -> claims.issuer("other"));
        assertRefused(claims -> claims.subject("nobody"));
        assertRefused(claims -> claims.claim("deployment_id", "other"));
    }

    /** The tenant is deleted while its people still hold tokens. */
    @Test
    void token_ofADeletedTenantIsRefused() {
        tenant("gone");
        String token = tokenOf("gone");
        assertThat(post(token, WHO).statusCode()).isEqualTo(200);

        data(OPERATOR, "mutation { deleteTenant(input: {id: \"gone\"}) { deletedTenantId } }");

        assertThat(post(token, WHO).statusCode()).isEqualTo(401);
    }

    /** A support engineer sends a customer a link into the portal. */
    @Test
    void portalLink_isExchangedForATokenOnce() {
        Map<?, ?> issued = member(
                data(OPERATOR, "mutation { issueTenantToken(input: {tenantId: \"acme\"}) { token portalUrl } }"),
                "issueTenantToken");
        String url = String.valueOf(issued.get("portalUrl"));
        assertThat(url).startsWith("http://localhost:" + port + "/portal/link/");
        String code = "plk_" + url.substring(url.lastIndexOf('/') + 1);
        String redeem = "{\"query\":\"mutation { redeemPortalLink { token userErrors { code } } }\"}";

        HttpResponse<String> first = post(code, redeem);

        Map<?, ?> redeemed = member(member(Json.parseObject(first.body()), "data"), "redeemPortalLink");
        String token = String.valueOf(redeemed.get("token"));
        assertThat(post(token, WHO).body()).contains("acme");
        assertThat(post(code, redeem).statusCode()).isEqualTo(401);
        assertThat(post(token, redeem).body()).contains("\"token\":null", "FORBIDDEN");
    }

    /** Nobody said that a proxy stands in front: a header that anybody can send must not choose where a link leads. */
    @Test
    void portalUrl_ignoresWhatAnUntrustedProxySays() {
        String answer = send(to("/graphql")
                        .header("Authorization", "Bearer " + OPERATOR)
                        .header("Content-Type", "application/json")
                        .header("X-Forwarded-Host", "evil.example.com")
                        .header("Forwarded", "host=evil.example.com")
                        .POST(
                                java.net.http.HttpRequest.BodyPublishers.ofString(
                                        "{\"query\":\"mutation { issueTenantToken(input: {tenantId: \\\"acme\\\"}) { portalUrl } }\"}"))
                        .build())
                .body();

        assertThat(answer).contains("\"portalUrl\":\"http://localhost:" + port + "/portal/link/");
    }

    private void assertRefused(Consumer<JWTClaimsSet.Builder> change) {
        assertThat(post(sign(JWSAlgorithm.HS256, change), WHO).statusCode()).isEqualTo(401);
    }

    private static String sign(JWSAlgorithm algorithm, Consumer<JWTClaimsSet.Builder> change) {
        var claims = new JWTClaimsSet.Builder()
                .issuer("outpost")
                .subject("acme")
                .expirationTime(
                        Date.from(Instant.now(java.time.Clock.systemUTC()).plusSeconds(60)));
        change.accept(claims);
        var token = new SignedJWT(new JWSHeader(algorithm), claims.build());
        try {
            byte[] secret = ApiTestApplication.JWT_SECRET.getBytes(StandardCharsets.UTF_8);
            token.sign(new MACSigner(Arrays.copyOf(secret, 64)));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        return token.serialize();
    }
}
