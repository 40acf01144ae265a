package dev.postern.api.cost;

import static dev.postern.api.cost.CostRules.MANY;
import static dev.postern.api.cost.CostRules.bounded;

import graphql.execution.CoercedVariables;
import graphql.language.Field;
import graphql.language.FragmentDefinition;
import graphql.language.FragmentSpread;
import graphql.language.InlineFragment;
import graphql.language.OperationDefinition;
import graphql.language.Selection;
import graphql.language.SelectionSet;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLFieldsContainer;
import graphql.schema.GraphQLNamedType;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLType;
import graphql.schema.GraphQLTypeUtil;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How deep an operation nests and what it may cost, told by its text and variables alone. Every fragment is measured
 * once, however often it is spread, so the work grows with the text's length.
 */
public final class QueryMeasure {

    /** Beyond this, fragments within fragments are as deep as can be: it keeps the recursion flat. */
    private static final int MAX_NESTED_FRAGMENTS = 64;

    private static final Measure NOTHING = new Measure(0, 0, 0);

    /** A field that costs nothing, but for its place. */
    private static final Measure UNMEASURED = new Measure(0, 0, 1);

    private static final Measure ENDLESS = new Measure(Integer.MAX_VALUE, MANY, MANY);

    private final GraphQLSchema schema;
    private final CostRules rules;
    private final Map<String, FragmentDefinition> fragments;
    private final Map<String, Measure> measured = new HashMap<>();
    private int nested;

    private QueryMeasure(GraphQLSchema schema, Map<String, FragmentDefinition> fragments, CostRules rules) {
        this.schema = schema;
        this.fragments = fragments;
        this.rules = rules;
    }

    /** Measures the operation, which has passed validation. */
    public static Measure of(
            OperationDefinition operation,
            GraphQLSchema schema,
            Map<String, FragmentDefinition> fragments,
            CoercedVariables variables) {
        var rules = new CostRules(schema, variables);
        return new QueryMeasure(schema, fragments, rules).of(operation.getSelectionSet(), rules.root(operation));
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

    /** Introspection costs nothing: graphql-java has its own limits for it. */
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
        Measure inner = of(field.getSelectionSet(), type);
        long each = inner.cost() + rules.each(definition, type, container);
        // A page is read whatever is selected of it.
        long row = CostRules.isConnection(type) ? Math.max(1, each) : each;
        long cost = rules.fixed(field, type, container)
                + bounded(rules.asked(field, definition, type, container) * bounded(row));
        return inner.within(cost);
    }

    /**
     * A measure.
     *
     * @param depth how many fields lie within one another
     * @param cost what the operation may cost, at most {@value CostRules#MANY}; some of it perhaps counted twice
     * @param roots how many fields are asked for at its root, each as often as it is written out
     */
    public record Measure(int depth, long cost, long roots) {

        private Measure beside(Measure other) {
            return new Measure(Math.max(depth, other.depth), bounded(cost + other.cost), bounded(roots + other.roots));
        }

        private Measure within(long newCost) {
            return new Measure(depth == Integer.MAX_VALUE ? depth : depth + 1, bounded(newCost), 1);
        }
    }
}
