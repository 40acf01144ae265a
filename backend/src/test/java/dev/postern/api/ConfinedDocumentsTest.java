package dev.postern.api;

import static dev.postern.api.TrustedDocumentsTest.HASH;
import static dev.postern.api.TrustedDocumentsTest.TEXT;
import static dev.postern.api.TrustedDocumentsTest.apollos;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.api.settings.ApiSettings;
import dev.postern.api.settings.TrustedSettings.Only;
import dev.postern.json.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/** A platform whose customers have its own apps, and need to ask nothing else. */
@Import(ConfinedDocumentsTest.Confined.class)
class ConfinedDocumentsTest extends ApiTest {

    @BeforeEach
    void prepare() {
        tenant("acme");
    }

    @Test
    void tenant_runsWhatIsKnown_byHashOrText() {
        assertThat(post(tokenOf("acme"), "{\"documentId\":\"%s\"}".formatted(HASH))
                        .body())
                .contains("\"kind\":\"TENANT\"");
        assertThat(text(tokenOf("acme"), TEXT)).isEqualTo("{\"data\":{\"viewer\":{\"kind\":\"TENANT\"}}}");
    }

    /** Neither a text that differs by a space, nor one that names the hash of itself. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ viewer { kind } }",
                "{ __schema { queryType { name } } }",
                "query Mine($all: Boolean = false) { viewer { kind tenant @include(if: $all) { id } } } ",
                "{ broken",
                "*",
            })
    void tenant_runsNothingElse(String query) {
        assertThat(text(tokenOf("acme"), query))
                .contains("\"code\":\"FORBIDDEN\"", "known beforehand")
                .doesNotContain("\"data\"");
    }

    @Test
    void tenant_canNotMakeATextKnown() {
        String hash = "ac09e330833d64b1894189c95185df626912f84019f907fd9ddc43fba851fdd4";
        String both = "{\"query\":%s,\"extensions\":%s}".formatted(Json.write("{ viewer { kind } }"), apollos(hash));

        assertThat(post(tokenOf("acme"), both).body()).contains("FORBIDDEN");
        assertThat(post(OPERATOR, both).body()).contains("\"kind\":\"OPERATOR\"");
        assertThat(post(tokenOf("acme"), "{\"documentId\":\"%s\"}".formatted(hash))
                        .body())
                .contains("PersistedQueryNotFound");
    }

    @Test
    void schema_isShownToOperatorsAlone() {
        assertThat(text(OPERATOR, "{ __schema { queryType { name } } }")).contains("\"Query\"");
        assertThat(schemaFor(OPERATOR)).isEqualTo(200);
        assertThat(schemaFor(tokenOf("acme"))).isEqualTo(403);
    }

    private int schemaFor(String credentials) {
        return send(to("/graphql/schema")
                        .header("Authorization", "Bearer " + credentials)
                        .build())
                .statusCode();
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Confined {

        @Bean
        @Primary
        ApiSettings confinedSettings() {
            return TrustedDocumentsTest.settings(Only.TENANTS);
        }
    }
}
