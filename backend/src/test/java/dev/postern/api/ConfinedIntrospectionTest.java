package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.api.settings.ApiSettings;
import dev.postern.api.settings.QuerySettings;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/** An installation whose tenants use the portal alone, and need not know what else there is. */
@Import(ConfinedIntrospectionTest.Confined.class)
class ConfinedIntrospectionTest extends ApiTest {

    private static final String SCHEMA = "{ __schema { queryType { name } } __type(name: \"Tenant\") { name } }";

    @BeforeEach
    void prepare() {
        tenant("a");
    }

    @Test
    void schema_isShownToOperatorsAlone() {
        assertThat(text(OPERATOR, SCHEMA)).contains("\"Query\"", "\"Tenant\"").doesNotContain("errors");
        assertThat(schemaFor(OPERATOR).statusCode()).isEqualTo(200);

        assertThat(text(tokenOf("a"), SCHEMA)).contains("errors", "FORBIDDEN").doesNotContain("\"Query\"", "INTERNAL");
        assertThat(text(tokenOf("a"), "{ __typename viewer { __typename kind } }"))
                .doesNotContain("errors");
        HttpResponse<String> refused = schemaFor(tokenOf("a"));
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("FORBIDDEN").doesNotContain("type ");
    }

    private HttpResponse<String> schemaFor(String credentials) {
        return send(to("/graphql/schema")
                .header("Authorization", "Bearer " + credentials)
                .build());
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Confined {

        @Bean
        @Primary
        ApiSettings confinedSettings() {
            QuerySettings usual = QuerySettings.DEFAULTS;
            return ApiSettings.of(ApiTestApplication.TOPICS, false, null)
                    .withQuery(new QuerySettings(
                            usual.maxDepth(),
                            usual.maxCost(),
                            usual.maxTokens(),
                            usual.maxAliases(),
                            usual.maxDirectives(),
                            usual.maxRootFields(),
                            usual.cacheCharacters(),
                            false));
        }
    }
}
