package dev.postern.api.wire;

import graphql.execution.CoercedVariables;
import graphql.language.Argument;
import graphql.language.ArrayValue;
import graphql.language.Field;
import graphql.language.FragmentDefinition;
import graphql.language.FragmentSpread;
import graphql.language.InlineFragment;
import graphql.language.IntValue;
import graphql.language.OperationDefinition;
import graphql.language.Selection;
import graphql.language.SelectionSet;
import graphql.language.Value;
import graphql.language.VariableReference;
import graphql.schema.GraphQLArgument;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLFieldsContainer;
import graphql.schema.GraphQLNamedType;
import graphql.schema.GraphQLObjectType;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLType;
import graphql.schema.GraphQLTypeUtil;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How deep an operation nests and how many objects it may read, told by its text and variables alone.
 * Every fragment is measured once, however often it is spread, so the work grows with the text's length.
 */
final class QueryMeasure {

    /** What a list counts whose length the query does not say. */
    private static final int UNSAID = 20;

    /** Metrics are read from many rows, at the cost of a long page at least; so no query asks for many at once. */
    private static final int COUNT = 1_000;

    private static final Set<String> METRICS = Set.of("EventMetrics", "DeliveryMetrics");

    /** What a replay means is counted over all the log that its filter allows: a request may ask a few times. */
    private static final int REPLAY_COUNT = 5_000;

    private static final Set<String> REPLAY_COUNTS = Set.of("replayPlan", "startReplay");

    /** More is not told apart. */
    private static final long MANY = 1_000_000_000;

    /** Beyond this, fragments within fragments are as deep as can be: it keeps the recursion flat. */
    private static final int MAX_NESTED_FRAGMENTS = 64;

    private static final Measure NOTHING = new Measure(0, 0, 0);

    /** A field that costs nothing, but for its place. */
    private static final Measure UNMEASURED = new Measure(0, 0, 1);

    private static final Measure ENDLESS = new Measure(Integer.MAX_VALUE, MANY, MANY);

    private final GraphQLSchema schema;
    private final Map<String, FragmentDefinition> fragments;
    private final CoercedVariables variables;
    private final Map<String, Measure> measured = new HashMap<>();
    private int nested;

    private QueryMeasure(GraphQLSchema schema, Map<String, FragmentDefinition> fragments, CoercedVariables variables) {
        this.schema = schema;
        this.fragments = fragments;
        this.variables = variables;
    }

    static Measure of(
            OperationDefinition operation,
            GraphQLSchema schema,
            Map<String, FragmentDefinition> fragments,
            CoercedVariables variables) {
        GraphQLObjectType root = switch (operation.getOperation()) {
            case QUERY -> schema.getQueryType();
            case MUTATION -> schema.getMutationType();
            case SUBSCRIPTION -> schema.getSubscriptionType();
        };
        return new QueryMeasure(schema, fragments, variables).of(operation.getSelectionSet(), root);
    }

    private Measure of(@Nullable SelectionSet selections, @Nullable GraphQLType parent) {
        Measure sum = NOTHING;
        if (selections != null) {
            for (Selection<?> selection : selections.getSelections()) {
                sum = sum.beside(
                        switch (selection) {
                            case Field field -> of(field, parent);
                            case InlineFragment inline ->
                                of(
                                        inline.getSelectionSet(),
                                        inline.getTypeCondition() == null
                                                ? parent
                                                : schema.getType(inline.getTypeCondition()
                                                        .getName()));
                            case FragmentSpread spread -> of(spread);
                            default -> NOTHING;
                        });
            }
        }
        return sum;
    }

    private Measure of(FragmentSpread spread) {
        FragmentDefinition fragment = fragments.get(spread.getName());
        Measure known = measured.get(spread.getName());
        if (known != null || fragment == null || nested == MAX_NESTED_FRAGMENTS) {
            return known != null ? known : fragment == null ? NOTHING : ENDLESS;
        }
        measured.put(spread.getName(), ENDLESS); // found again only where it spreads itself
        nested++;
        Measure measure = of(
                fragment.getSelectionSet(),
                schema.getType(fragment.getTypeCondition().getName()));
        nested--;
        measured.put(spread.getName(), measure);
        return measure;
    }

    /** Introspection counts nothing: graphql-java has its own limits for it. */
    private Measure of(Field field, @Nullable GraphQLType parent) {
        if (!(parent instanceof GraphQLFieldsContainer container)
                || field.getName().startsWith("__")) {
            return UNMEASURED;
        }
        GraphQLFieldDefinition definition = container.getFieldDefinition(field.getName());
        if (definition == null) {
            return NOTHING;
        }
        GraphQLNamedType type = GraphQLTypeUtil.unwrapAll(definition.getType());
        return of(field.getSelectionSet(), type).within(length(field, definition, type, container), rows(field, type));
    }

    /** How often what is within the field comes. A connection's length counts at the connection. */
    private long length(Field field, GraphQLFieldDefinition definition, GraphQLNamedType type, GraphQLType parent) {
        if (isConnection(type)) {
            return said(field, "first")
                    .or(() -> said(field, "last"))
                    .or(() -> preset(definition, "first"))
                    .orElse((long) UNSAID);
        }
        if (!GraphQLTypeUtil.isList(GraphQLTypeUtil.unwrapNonNull(definition.getType())) || isConnection(parent)) {
            return 1;
        }
        return field.getArguments().stream()
                .flatMap(argument -> said(field, argument.getName()).stream())
                .findFirst()
                .orElse((long) UNSAID);
    }

    private static boolean isConnection(GraphQLType type) {
        return type instanceof GraphQLNamedType named && named.getName().endsWith("Connection");
    }

    /** How many objects the field's value counts, or each of its values. */
    private static int rows(Field field, GraphQLNamedType type) {
        if (REPLAY_COUNTS.contains(field.getName())) {
            return REPLAY_COUNT;
        }
        return METRICS.contains(type.getName()) ? COUNT : isRow(type) ? 1 : 0;
    }

    private static boolean isRow(GraphQLNamedType type) {
        return type.getName().equals("Node")
                || (type instanceof GraphQLObjectType object
                        && object.getInterfaces().stream()
                                .anyMatch(implemented -> implemented.getName().equals("Node")));
    }

    /** The number that the schema gives where the query says none. */
    private static Optional<Long> preset(GraphQLFieldDefinition definition, String name) {
        GraphQLArgument argument = definition.getArgument(name);
        return argument != null
                        && argument.hasSetDefaultValue()
                        && argument.getArgumentDefaultValue().getValue() instanceof IntValue literal
                ? Optional.of(bounded(literal.getValue().longValue()))
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
            case IntValue literal -> Optional.of(bounded(literal.getValue().longValue()));
            case Number number -> Optional.of(bounded(number.longValue()));
            case ArrayValue list -> Optional.of((long) list.getValues().size());
            case Collection<?> list -> Optional.of((long) list.size());
            case null, default -> Optional.empty();
        };
    }

    private static long bounded(long number) {
        return Math.clamp(number, 0, MANY);
    }

    /**
     * A measure.
     *
     * @param depth how many fields lie within one another
     * @param objects how many tenants, destinations, events and deliveries may be read, some perhaps twice
     * @param roots how many fields are asked for at its root, each as often as it is written out
     */
    record Measure(int depth, long objects, long roots) {

        private Measure beside(Measure other) {
            return new Measure(
                    Math.max(depth, other.depth), bounded(objects + other.objects), bounded(roots + other.roots));
        }

        private Measure within(long length, int row) {
            return new Measure(
                    depth == Integer.MAX_VALUE ? depth : depth + 1, bounded(length * bounded(objects + row)), 1);
        }
    }
}
