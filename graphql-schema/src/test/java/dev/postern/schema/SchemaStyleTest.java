package dev.postern.schema;

import static org.assertj.core.api.Assertions.assertThat;

import graphql.schema.GraphQLArgument;
import graphql.schema.GraphQLEnumType;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLInputObjectType;
import graphql.schema.GraphQLNamedType;
import graphql.schema.GraphQLObjectType;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLTypeUtil;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who knows one part of the schema can guess the others: names, pages, changes and null are the same everywhere. */
class SchemaStyleTest {

    private final GraphQLSchema schema = SchemaFiles.schema(SchemaFiles.present());

    @Test
    void names_areWrittenInOneWay() {
        assertThat(types(GraphQLNamedType.class))
                .extracting(GraphQLNamedType::getName)
                .allMatch(name -> name.matches("[A-Z][A-Za-z0-9]*"));
        assertThat(types(GraphQLObjectType.class)
                        .flatMap(type -> type.getFieldDefinitions().stream())
                        .flatMap(field -> Stream.concat(
                                Stream.of(field.getName()),
                                field.getArguments().stream().map(GraphQLArgument::getName))))
                .isNotEmpty()
                .allMatch(name -> name.matches("[a-z][A-Za-z0-9]*"));
        assertThat(types(GraphQLInputObjectType.class).flatMap(type -> type.getFieldDefinitions().stream()))
                .isNotEmpty()
                .allMatch(field -> field.getName().matches("[a-z][A-Za-z0-9]*"));
        assertThat(types(GraphQLEnumType.class).flatMap(type -> type.getValues().stream()))
                .isNotEmpty()
                .allMatch(value -> value.getName().matches("[A-Z][A-Z0-9_]*"));
    }

    /** A client library reads pages by Relay's specification, whatever is listed. */
    @Test
    void connections_areRelays() {
        assertThat(types(GraphQLObjectType.class).filter(type -> type.getName().endsWith("Connection")))
                .isNotEmpty()
                .allSatisfy(connection -> {
                    String row = connection
                            .getName()
                            .substring(0, connection.getName().length() - "Connection".length());
                    assertThat(typeOf(connection, "edges")).isEqualTo("[%sEdge!]!".formatted(row));
                    assertThat(typeOf(connection, "nodes")).isEqualTo("[%s!]!".formatted(row));
                    assertThat(typeOf(connection, "pageInfo")).isEqualTo("PageInfo!");
                    GraphQLObjectType edge = schema.getObjectType(row + "Edge");
                    assertThat(typeOf(edge, "cursor")).isEqualTo("String!");
                    assertThat(typeOf(edge, "node")).isEqualTo(row + "!");
                });
        assertThat(fields().filter(field -> name(field).endsWith("Connection")))
                .isNotEmpty()
                .allSatisfy(field -> {
                    assertThat(GraphQLTypeUtil.isNonNull(field.getType()))
                            .as(field.getName())
                            .isTrue();
                    assertThat(argument(field, "first")).as(field.getName()).isEqualTo("Int");
                    assertThat(argument(field, "after")).as(field.getName()).isEqualTo("String");
                });
    }

    /** A generated client has one shape for all changes. */
    @Test
    void mutations_takeOneInputAndAnswerWithAPayload() {
        assertThat(schema.getMutationType().getFieldDefinitions())
                .isNotEmpty()
                .allSatisfy(mutation -> assertThat(name(mutation)).endsWith("Payload"));
        assertThat(schema.getMutationType().getFieldDefinitions())
                .filteredOn(mutation -> !mutation.getArguments().isEmpty())
                .allSatisfy(mutation -> {
                    assertThat(mutation.getArguments()).as(mutation.getName()).hasSize(1);
                    assertThat(GraphQLTypeUtil.isNonNull(
                                    mutation.getArgument("input").getType()))
                            .as(mutation.getName())
                            .isTrue();
                });
    }

    /** Nobody checks each row for null: but for what may be absent among what was asked for by id. */
    @Test
    void lists_haveNoHoles() {
        assertThat(fields().filter(field ->
                                GraphQLTypeUtil.simplePrint(field.getType()).matches(".*[^!]\\].*"))
                        .map(GraphQLFieldDefinition::getName))
                .containsExactly("nodes");
    }

    @Test
    void nodes_haveTheirGlobalId() {
        assertThat(types(GraphQLObjectType.class)
                        .filter(type -> type.getInterfaces().stream()
                                .anyMatch(shared -> shared.getName().equals("Node"))))
                .isNotEmpty()
                .allSatisfy(type -> assertThat(typeOf(type, "nodeId")).isEqualTo("ID!"));
    }

    /** Who still uses it is told what to use instead. */
    @Test
    void deprecations_sayWhatReplacesThem() {
        assertThat(fields().filter(GraphQLFieldDefinition::isDeprecated))
                .allSatisfy(field -> assertThat(field.getDeprecationReason()).contains("`"));
    }

    private <T extends GraphQLNamedType> Stream<T> types(Class<T> kind) {
        return schema.getAllTypesAsList().stream()
                .filter(type -> !type.getName().startsWith("__"))
                .filter(kind::isInstance)
                .map(kind::cast);
    }

    private Stream<GraphQLFieldDefinition> fields() {
        return types(GraphQLObjectType.class)
                .map(GraphQLObjectType::getFieldDefinitions)
                .flatMap(List::stream);
    }

    private static String name(GraphQLFieldDefinition field) {
        return GraphQLTypeUtil.unwrapAll(field.getType()).getName();
    }

    private static String typeOf(GraphQLObjectType type, String field) {
        return GraphQLTypeUtil.simplePrint(type.getFieldDefinition(field).getType());
    }

    private static String argument(GraphQLFieldDefinition field, String name) {
        return GraphQLTypeUtil.simplePrint(field.getArgument(name).getType());
    }
}
