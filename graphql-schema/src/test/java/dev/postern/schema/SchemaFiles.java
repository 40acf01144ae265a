package dev.postern.schema;

import graphql.schema.GraphQLSchema;
import graphql.schema.idl.SchemaParser;
import graphql.schema.idl.SchemaPrinter;
import graphql.schema.idl.TypeDefinitionRegistry;
import graphql.schema.idl.UnExecutableSchemaGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The schema of this checkout, and the one that was released last. */
final class SchemaFiles {

    /** What clients were built against, in one file. Outside of the resources: nothing serves it. */
    static final Path RELEASED = Path.of("src/main/released/schema.graphqls");

    private static final Path PRESENT = Path.of("src/main/resources/graphql");

    /** The files of this checkout, as one. */
    static TypeDefinitionRegistry present() {
        var all = new TypeDefinitionRegistry();
        try (Stream<Path> files = Files.list(PRESENT)) {
            for (Path file : files.sorted().toList()) {
                all.merge(new SchemaParser().parse(Files.readString(file)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    static GraphQLSchema schema(TypeDefinitionRegistry registry) {
        return UnExecutableSchemaGenerator.makeUnExecutableSchema(registry);
    }

    /** In one order, with descriptions. */
    static String print(GraphQLSchema schema) {
        return new SchemaPrinter(SchemaPrinter.Options.defaultOptions()).print(schema);
    }

    private SchemaFiles() {}
}
