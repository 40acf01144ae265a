package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.api.settings.ApiSettings;
import dev.postern.api.settings.TrustedSettings;
import dev.postern.api.settings.TrustedSettings.Only;
import dev.postern.json.Json;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.core.io.ClassPathResource;

/** Clients that send a hash where others send a text: those of Relay, of graphql-codegen and of Apollo. */
@Import(TrustedDocumentsTest.WithManifest.class)
class TrustedDocumentsTest extends ApiTest {

    static final String TEXT = "query Mine($all: Boolean = false) { viewer { kind tenant @include(if: $all) { id } } }";

    /** {@code printf '%s' "…" | sha256sum} */
    static final String HASH = "c1549fbecd8bdb83dac641bf4315c7231c353c1b74b2fd467f4b1a9335f78240";

    private static final String UNKNOWN = "0".repeat(64);

    @BeforeEach
    void prepare() {
        tenant("acme");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "sha256:"})
    void documentId_standsForItsText(String prefix) {
        String body = "{\"documentId\":\"%s\",\"variables\":{\"all\":true}}".formatted(prefix + HASH);

        assertThat(post(tokenOf("acme"), body).body()).contains("{\"kind\":\"TENANT\",\"tenant\":{\"id\":\"acme\"}}");
        assertThat(get("documentId=" + encoded(prefix + HASH)).body()).contains("\"kind\":\"OPERATOR\"");
        assertThat(get("documentId=" + HASH.toUpperCase(java.util.Locale.ROOT)).body())
                .contains("\"kind\":\"OPERATOR\"");
    }

    @Test
    void persistedQuery_standsForItsText() {
        assertThat(post(OPERATOR, "{\"extensions\":%s}".formatted(apollos(HASH)))
                        .body())
                .contains("\"kind\":\"OPERATOR\"")
                .doesNotContain("errors");
        assertThat(get("extensions=" + encoded(apollos(HASH))).body()).contains("\"kind\":\"OPERATOR\"");
        assertThat(post(OPERATOR, "{\"query\":%s,\"extensions\":%s}".formatted(Json.write(TEXT), apollos(HASH)))
                        .body())
                .contains("\"kind\":\"OPERATOR\"");
    }

    /** Apollo's clients then send the text as well, which runs, and is not kept. */
    @Test
    void hash_thatIsUnknownSaysSoInApollosWords() {
        String text = "{ viewer { kind } }";
        String hash = "ac09e330833d64b1894189c95185df626912f84019f907fd9ddc43fba851fdd4";

        for (int i = 0; i < 2; i++) {
            HttpResponse<String> unknown = ask(hash);
            assertThat(unknown.statusCode()).isEqualTo(400);
            assertThat(unknown.body())
                    .contains("\"message\":\"PersistedQueryNotFound\"", "\"code\":\"NOT_FOUND\"")
                    .doesNotContain("\"data\"");
            assertThat(post(OPERATOR, "{\"query\":%s,\"extensions\":%s}".formatted(Json.write(text), apollos(hash)))
                            .body())
                    .contains("\"kind\":\"OPERATOR\"");
        }
    }

    /** Somebody wants a cache, or a log, to take one text for another. */
    @Test
    void hash_ofAnotherTextIsRefused() {
        for (String other : List.of("{ __typename }", TEXT + " ")) {
            for (String hash : List.of(HASH, UNKNOWN)) {
                assertThat(post(
                                        OPERATOR,
                                        "{\"query\":%s,\"extensions\":%s}".formatted(Json.write(other), apollos(hash)))
                                .body())
                        .contains("BAD_USER_INPUT", "another document's")
                        .doesNotContain("\"data\"");
                assertThat(post(OPERATOR, "{\"query\":%s,\"documentId\":\"%s\"}".formatted(Json.write(other), hash))
                                .body())
                        .contains("BAD_USER_INPUT", "another document's");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"documentId": "abc"}                                                        | documentId: is no hash
                    {"documentId": 7}                                                            | documentId is of the wrong type
                    {"documentId": "md5:0123456789abcdef"}                                       | documentId: is no hash
                    {"extensions": {"persistedQuery": 1}}                                        | extensions.persistedQuery: can't be read
                    {"extensions": {"persistedQuery": {"version": 2, "sha256Hash": "00"}}}       | extensions.persistedQuery: can't be read
                    {"extensions": {"persistedQuery": {"version": 1, "sha256Hash": "00"}}}       | sha256Hash: is no hash
                    {"extensions": {"persistedQuery": {"version": 1}}}                           | extensions.persistedQuery: can't be read
                    {"query": "{ __typename }", "extensions": {"persistedQuery": []}}            | extensions.persistedQuery: can't be read
                    {"extensions": {"other": 1}}                                                 | query is missing
                    {"query": " "}                                                               | query is missing
                    {}                                                                           | query is missing""")
    void request_thatCannotBeReadSaysWhere(String body, String fault) {
        HttpResponse<String> refused = post(OPERATOR, body);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("BAD_USER_INPUT", fault);
    }

    /** What the portal sends is trusted without anybody's doing. */
    @Test
    void documents_onTheClassPathAreKnown() throws Exception {
        String text =
                new ClassPathResource("graphql-documents/viewer.graphql").getContentAsString(StandardCharsets.UTF_8);
        byte[] digest =
                java.security.MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));

        assertThat(post(
                                OPERATOR,
                                "{\"documentId\":\"%s\"}"
                                        .formatted(java.util.HexFormat.of().formatHex(digest)))
                        .body())
                .contains("\"kind\":\"OPERATOR\"")
                .doesNotContain("errors");
    }

    private HttpResponse<String> ask(String hash) {
        return send(to("/graphql")
                .header("Authorization", "Bearer " + OPERATOR)
                .header("Content-Type", "application/json")
                .header("Accept", "application/graphql-response+json")
                .POST(BodyPublishers.ofString("{\"extensions\":%s}".formatted(apollos(hash))))
                .build());
    }

    private HttpResponse<String> get(String parameters) {
        return send(to("/graphql?" + parameters)
                .header("Authorization", "Bearer " + OPERATOR)
                .build());
    }

    static String apollos(String hash) {
        return "{\"persistedQuery\":{\"version\":1,\"sha256Hash\":\"%s\"}}".formatted(hash);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** A file as graphql-codegen writes it, for a gateway whose viewers may or may not run other texts. */
    static ApiSettings settings(Only only) {
        try {
            Path file = Files.createTempFile("persisted-documents", ".json");
            Files.writeString(file, Json.write(Map.of(HASH, TEXT)));
            file.toFile().deleteOnExit();
            return ApiSettings.of(ApiTestApplication.TOPICS, false, null)
                    .withTrusted(new TrustedSettings(only, List.of(file)));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class WithManifest {

        @Bean
        @Primary
        ApiSettings settingsWithManifest() {
            return settings(Only.OFF);
        }
    }
}
