package dev.postern.portal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.portal.fixture.PortalTest;
import graphql.parser.Parser;
import graphql.schema.GraphQLSchema;
import graphql.validation.ValidationError;
import graphql.validation.Validator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.graphql.execution.GraphQlSource;

/** A field that the schema renames must not be found out by a visitor. */
class DocumentsTest extends PortalTest {

    @Autowired
    private GraphQlSource source;

    @Test
    void documents_fitTheSchema() throws IOException {
        GraphQLSchema schema = source.schema();
        Resource[] documents =
                new PathMatchingResourcePatternResolver().getResources("classpath:graphql-documents/*.graphql");

        assertThat(documents).hasSizeGreaterThan(15);
        for (Resource document : documents) {
            String text = document.getContentAsString(StandardCharsets.UTF_8);
            List<ValidationError> errors = new Validator().validateDocument(schema, Parser.parse(text), Locale.ENGLISH);
            assertThat(errors).as(String.valueOf(document.getFilename())).isEmpty();
        }
    }
}
