package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

/** A proxy that is trusted tells where people come in. */
@TestPropertySource(properties = "server.forward-headers-strategy=framework")
class BehindProxyTest extends ApiTest {

    @Test
    void portalUrl_isTheForwardedOrigin() {
        tenant("acme");

        String answer = send(to("/graphql")
                        .header("Authorization", "Bearer " + OPERATOR)
                        .header("Content-Type", "application/json")
                        .header("X-Forwarded-Proto", "https")
                        .header("X-Forwarded-Host", "hooks.example.com")
                        .POST(
                                BodyPublishers.ofString(
                                        "{\"query\":\"mutation { issueTenantToken(input: {tenantId: \\\"acme\\\"}) { portalUrl } }\"}"))
                        .build())
                .body();

        assertThat(answer).contains("\"portalUrl\":\"https://hooks.example.com/portal/link/");
    }
}
