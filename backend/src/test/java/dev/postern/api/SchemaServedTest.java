package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.api.ApiTestApplication.SchemaFindings;
import graphql.schema.idl.SchemaParser;
import graphql.schema.idl.SchemaPrinter;
import graphql.schema.idl.TypeDefinitionRegistry;
import graphql.schema.idl.UnExecutableSchemaGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

class SchemaServedTest extends ApiTest {

    @Autowired
    SchemaFindings findings;

    /** A field was added to the SDL and nobody answers it. */
    @Test
    void inspection_findsEveryFieldMapped() {
        assertThat(findings.get()).isNotNull().satisfies(report -> {
            assertThat(report.unmappedFields()).isEmpty();
            assertThat(report.unmappedRegistrations()).isEmpty();
            assertThat(report.unmappedArguments()).isEmpty();
            assertThat(report.skippedTypes()).isEmpty();
        });
    }

    /** A client generates its types from what the gateway serves, the portal from the files. */
    @Test
    void schema_servedEqualsTheFiles() throws IOException {
        var registry = new TypeDefinitionRegistry();
        for (Resource file : new PathMatchingResourcePatternResolver().getResources("classpath:graphql/*.graphqls")) {
            registry.merge(new SchemaParser().parse(file.getContentAsString(StandardCharsets.UTF_8)));
        }
        String expected = new SchemaPrinter(SchemaPrinter.Options.defaultOptions())
                .print(UnExecutableSchemaGenerator.makeUnExecutableSchema(registry));

        String served = send(to("/graphql/schema")
                        .header("Authorization", "Bearer " + OPERATOR)
                        .build())
                .body();

        assertThat(served).isEqualTo(expected);
    }

    /** A stranger looks for what there is to attack. */
    @Test
    void schema_isNotShownToStrangers() {
        assertThat(send(to("/graphql/schema").build()).statusCode()).isEqualTo(401);
    }

    /** An operator opens the explorer before having typed a key. */
    @Test
    void explorer_isServedWithAStrictPolicy() {
        var page = send(to("/graphiql").build());

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).doesNotContain("<script>", "http://", "https://");
        assertThat(page.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).startsWith("default-src 'none'"));
    }
}
