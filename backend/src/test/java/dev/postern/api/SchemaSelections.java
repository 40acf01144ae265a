package dev.postern.api;

import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLFieldsContainer;
import graphql.schema.GraphQLNamedType;
import graphql.schema.GraphQLNonNull;
import graphql.schema.GraphQLType;
import graphql.schema.GraphQLTypeUtil;
import java.util.stream.Collectors;

/** Selects all that a type has, a few levels deep. */
final class SchemaSelections {

    /** The braces with all in them; empty for a type that has no fields. */
    static String all(GraphQLType type, int depth) {
        GraphQLNamedType named = GraphQLTypeUtil.unwrapAll(type);
        if (!(named instanceof GraphQLFieldsContainer container)) {
            return "";
        }
        String fields = container.getFieldDefinitions().stream()
                .filter(SchemaSelections::needsNothing)
                .map(field -> field(field, depth))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" "));
        return "{ __typename " + fields + " }";
    }

    /** Edges repeat what nodes have. */
    private static String field(GraphQLFieldDefinition field, int depth) {
        GraphQLNamedType type = GraphQLTypeUtil.unwrapAll(field.getType());
        if (!(type instanceof GraphQLFieldsContainer)) {
            return field.getName();
        }
        if (field.getName().equals("edges")) {
            return "";
        }
        boolean connection = type.getName().endsWith("Connection");
        boolean within = field.getName().equals("nodes") || field.getName().equals("pageInfo");
        if (depth == 0 && !within) {
            return "";
        }
        return field.getName() + (connection ? "(first: 2) " : " ") + all(type, within ? depth : depth - 1);
    }

    /** Whether the field can be asked for without arguments. */
    static boolean needsNothing(GraphQLFieldDefinition field) {
        return field.getArguments().stream()
                .noneMatch(argument -> argument.getType() instanceof GraphQLNonNull && !argument.hasSetDefaultValue());
    }

    private SchemaSelections() {}
}
