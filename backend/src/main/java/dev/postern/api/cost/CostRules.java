package dev.postern.api.cost;

import graphql.execution.CoercedVariables;
import graphql.language.Argument;
import graphql.language.ArrayValue;
import graphql.language.Field;
import graphql.language.IntValue;
import graphql.language.OperationDefinition;
import graphql.language.Value;
import graphql.language.VariableReference;
import graphql.schema.GraphQLArgument;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLNamedType;
import graphql.schema.GraphQLObjectType;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLType;
import graphql.schema.GraphQLTypeUtil;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The weights, which are the same for what is asked for and for what is answered. */
final class CostRules {

    /** More is not told apart: it keeps sums and products far from overflowing. */
    static final long MANY = 1_000_000_000;

    /** What a list counts whose length the query does not say. */
    private static final long UNSAID = 20;

    /** A change reads, checks, writes and tells others. */
    private static final long MUTATION = 10;

    /** Metrics are read from many rows, at the cost of a long page at least; so no query asks for many at once. */
    private static final long METRICS = 1_000;

    private static final Set<String> METRICS_TYPES = Set.of("EventMetrics", "DeliveryMetrics");

    /** What a replay means is counted over all the log that its filter allows: a request may ask a few times. */
    private static final long REPLAY = 5_000;

    private static final Set<String> REPLAY_FIELDS = Set.of("replayPlan", "startReplay");

    private static final String CONNECTION = "Connection";

    private final GraphQLSchema schema;
    private final CoercedVariables variables;

    CostRules(GraphQLSchema schema, CoercedVariables variables) {
        this.schema = schema;
        this.variables = variables;
    }

    @Nullable
    GraphQLObjectType root(OperationDefinition operation) {
        return switch (operation.getOperation()) {
            case QUERY -> schema.getQueryType();
            case MUTATION -> schema.getMutationType();
            case SUBSCRIPTION -> schema.getSubscriptionType();
        };
    }

    /** What the field costs by itself, whatever it answers. */
    long fixed(Field field, GraphQLNamedType type, GraphQLType parent) {
        if (REPLAY_FIELDS.contains(field.getName())) {
            return REPLAY;
        }
        if (METRICS_TYPES.contains(type.getName())) {
            return METRICS;
        }
        return parent.equals(schema.getMutationType()) ? MUTATION : 0;
    }

    /** What each value of the field costs by itself. */
    long each(GraphQLFieldDefinition definition, GraphQLNamedType type, GraphQLType parent) {
        boolean oneOfMany = parent.equals(schema.getMutationType()) && isList(definition);
        return oneOfMany || isObject(type) ? 1 : 0;
    }

    /** How many values are asked for. A connection's length counts at the connection. */
    long asked(Field field, GraphQLFieldDefinition definition, GraphQLNamedType type, GraphQLType parent) {
        if (isConnection(type)) {
            return said(field, "first")
                    .or(() -> said(field, "last"))
                    .or(() -> preset(definition, "first"))
                    .orElse(UNSAID);
        }
        if (!isList(definition) || isConnection(parent)) {
            return 1;
        }
        return field.getArguments().stream()
                .flatMap(argument -> said(field, argument.getName()).stream())
                .findFirst()
                .orElse(UNSAID);
    }

    static boolean isConnection(GraphQLType type) {
        return type instanceof GraphQLNamedType named && named.getName().endsWith(CONNECTION);
    }

    static long bounded(long number) {
        return Math.clamp(number, 0, MANY);
    }

    private static boolean isList(GraphQLFieldDefinition definition) {
        return GraphQLTypeUtil.isList(GraphQLTypeUtil.unwrapNonNull(definition.getType()));
    }

    /** What can be fetched by its id, or is listed page by page. */
    private boolean isObject(GraphQLNamedType type) {
        return type.getName().equals("Node")
                || (type instanceof GraphQLObjectType object
                        && (schema.getType(type.getName() + CONNECTION) != null
                                || object.getInterfaces().stream()
                                        .anyMatch(implemented ->
                                                implemented.getName().equals("Node"))));
    }

    /** The number that the schema gives where the query says none. */
    private static Optional<Long> preset(GraphQLFieldDefinition definition, String name) {
        GraphQLArgument argument = definition.getArgument(name);
        return argument != null
                        && argument.hasSetDefaultValue()
                        && argument.getArgumentDefaultValue().getValue() instanceof IntValue literal
                ? Optional.of(bounded(literal.getValue()))
                : Optional.empty();
    }

    /** The number that the argument gives, or the length of the list that it gives. */
    private Optional<Long> said(Field field, String name) {
        Value<?> value = field.getArguments().stream()
                .filter(argument -> argument.getName().equals(name))
                .findFirst()
                .<@Nullable Value<?>>map(Argument::getValue)
                .orElse(null);
        Object known = value instanceof VariableReference reference ? variables.get(reference.getName()) : value;
        return switch (known) {
            case IntValue literal -> Optional.of(bounded(literal.getValue()));
            case BigInteger number -> Optional.of(bounded(number));
            case Number number -> Optional.of(bounded(number.longValue()));
            case ArrayValue list -> Optional.of((long) list.getValues().size());
            case Collection<?> list -> Optional.of((long) list.size());
            case null, default -> Optional.empty();
        };
    }

    /** One that a long can't hold is many, or below nothing; it doesn't begin anew at zero. */
    private static long bounded(BigInteger number) {
        return number.bitLength() < Long.SIZE ? bounded(number.longValue()) : number.signum() > 0 ? MANY : 0;
    }
}
