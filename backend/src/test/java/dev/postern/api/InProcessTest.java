package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.graphql.server.WebGraphQlHandler;
import org.springframework.graphql.server.WebGraphQlRequest;
import org.springframework.graphql.server.WebGraphQlResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.util.LinkedMultiValueMap;

/** The portal in the same process calls past HTTP, with its visitor's credentials. */
class InProcessTest extends ApiTest {

    @Autowired
    WebGraphQlHandler handler;

    @Test
    void request_actsAsTheCredentialsItCarries() {
        tenant("inside");

        assertThat(ask("Bearer " + tokenOf("inside")).toMap().toString()).contains("TENANT", "inside");
        assertThat(ask("Bearer " + OPERATOR).toMap().toString()).contains("OPERATOR");
    }

    @Test
    void request_withoutCredentialsIsNotAnswered() {
        WebGraphQlResponse response = ask(null);

        assertThat(response.getErrors())
                .singleElement()
                .satisfies(error -> assertThat(error.getExtensions()).containsEntry("code", "UNAUTHENTICATED"));
        assertThat(response.<Object>getData()).isNull();
    }

    private WebGraphQlResponse ask(@Nullable String authorization) {
        var headers = new HttpHeaders();
        if (authorization != null) {
            headers.set(HttpHeaders.AUTHORIZATION, authorization);
        }
        Map<String, Object> body = Map.of("query", "{ viewer { kind tenant { id } } }");
        return Objects.requireNonNull(handler.handleRequest(new WebGraphQlRequest(
                        URI.create("http://localhost/graphql"),
                        headers,
                        new LinkedMultiValueMap<>(),
                        null,
                        Map.of(),
                        body,
                        "1",
                        Locale.ROOT))
                .block());
    }
}
