package dev.postern.schema;

import graphql.schema.GraphQLArgument;
import graphql.schema.GraphQLEnumValueDefinition;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLInputObjectField;
import graphql.schema.GraphQLNamedSchemaElement;
import graphql.schema.GraphQLObjectType;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLSchemaElement;
import graphql.schema.GraphQLTypeReference;
import graphql.schema.GraphQLTypeVisitorStub;
import graphql.schema.SchemaTransformer;
import graphql.schema.diff.DiffEvent;
import graphql.schema.diff.SchemaDiff;
import graphql.schema.diff.SchemaDiffSet;
import graphql.schema.diff.reporting.CapturingReporter;
import graphql.schema.idl.SchemaParser;
import graphql.util.TraversalControl;
import graphql.util.TraverserContext;
import graphql.util.TreeTransformerUtil;
import java.util.List;

/** What a change of the schema takes from clients that were built against the one before. */
final class BreakingChanges {

    /**
     * In words; empty where old clients live on. What was deprecated before may go. An argument or input field that
     * must be given counts as breaking even with a default: make it nullable.
     */
    static List<String> between(String before, String after) {
        var reporter = new CapturingReporter();
        String old = SchemaFiles.print(withoutDeprecated(withAllReachable(read(before))));
        new SchemaDiff()
                .diffSchema(
                        SchemaDiffSet.diffSetFromSdl(old, SchemaFiles.print(withAllReachable(read(after)))), reporter);
        return reporter.getBreakages().stream().map(DiffEvent::getReasonMsg).toList();
    }

    private static GraphQLSchema read(String sdl) {
        return SchemaFiles.schema(new SchemaParser().parse(sdl));
    }

    private static GraphQLSchema withoutDeprecated(GraphQLSchema schema) {
        return SchemaTransformer.transformSchema(schema, new GraphQLTypeVisitorStub() {
            @Override
            protected TraversalControl visitGraphQLType(
                    GraphQLSchemaElement node, TraverserContext<GraphQLSchemaElement> context) {
                return TraversalControl.CONTINUE;
            }

            @Override
            public TraversalControl visitGraphQLFieldDefinition(
                    GraphQLFieldDefinition node, TraverserContext<GraphQLSchemaElement> context) {
                return keepUnless(node.isDeprecated(), context);
            }

            @Override
            public TraversalControl visitGraphQLArgument(
                    GraphQLArgument node, TraverserContext<GraphQLSchemaElement> context) {
                return keepUnless(node.isDeprecated(), context);
            }

            @Override
            public TraversalControl visitGraphQLInputObjectField(
                    GraphQLInputObjectField node, TraverserContext<GraphQLSchemaElement> context) {
                return keepUnless(node.isDeprecated(), context);
            }

            @Override
            public TraversalControl visitGraphQLEnumValueDefinition(
                    GraphQLEnumValueDefinition node, TraverserContext<GraphQLSchemaElement> context) {
                return keepUnless(node.isDeprecated(), context);
            }
        });
    }

    private static TraversalControl keepUnless(boolean gone, TraverserContext<GraphQLSchemaElement> context) {
        return gone ? TreeTransformerUtil.deleteNode(context) : TraversalControl.CONTINUE;
    }

    /** The comparison follows fields from the roots, so it misses an object that only an interface leads to. */
    private static GraphQLSchema withAllReachable(GraphQLSchema schema) {
        GraphQLObjectType query = schema.getQueryType();
        return schema.transform(changed -> changed.query(query.transform(fields -> schema.getAllTypesAsList().stream()
                .filter(GraphQLObjectType.class::isInstance)
                .map(GraphQLNamedSchemaElement::getName)
                .filter(name -> !name.startsWith("__"))
                .forEach(name ->
                        fields.field(field -> field.name("reach" + name).type(GraphQLTypeReference.typeRef(name)))))));
    }

    private BreakingChanges() {}
}
