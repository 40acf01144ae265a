package dev.postern.api.cost;

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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an answer cost: the operation walked beside it, lists with the length that they have. The work grows with the
 * answer, since fields are merged as the execution merges them, and only where there is a value.
 */
public final class AnswerCost {

    private static final Set<String> ROWS = Set.of("nodes", "edges");

    private final GraphQLSchema schema;
    private final CostRules rules;
    private final Map<String, FragmentDefinition> fragments;
    private final SelectionSet selections;
    private final @Nullable GraphQLType root;
    private @Nullable Collection<Place> places;

    public AnswerCost(
            OperationDefinition operation,
            GraphQLSchema schema,
            Map<String, FragmentDefinition> fragments,
            CoercedVariables variables) {
        this.schema = schema;
        this.fragments = fragments;
        this.rules = new CostRules(schema, variables);
        this.selections = operation.getSelectionSet();
        this.root = rules.root(operation);
    }

    /**
     * What the data cost; may be called for each item of a subscription, one after the other.
     *
     * @param data null where nothing came of it: then what its fields cost by themselves
     */
    public synchronized long of(@Nullable Object data) {
        if (places == null) {
            places = places(List.of(selections), root);
        }
        return data instanceof Map<?, ?> object
                ? within(places, object)
                : bounded(places.stream().mapToLong(place -> place.fixed).sum());
    }

    private static long within(Collection<Place> places, Map<?, ?> object) {
        long sum = 0;
        for (Place place : places) {
            // Skipped, or of another type than the object.
            if (object.containsKey(place.key)) {
                sum = bounded(sum + place.of(object.get(place.key)));
            }
        }
        return sum;
    }

    private Collection<Place> places(List<SelectionSet> sets, @Nullable GraphQLType parent) {
        var found = new LinkedHashMap<String, Place>();
        var spread = new HashSet<String>();
        sets.forEach(set -> collect(set, parent, found, spread));
        found.values().removeIf(Place::free);
        return found.values();
    }

    private void collect(SelectionSet set, @Nullable GraphQLType parent, Map<String, Place> found, Set<String> spread) {
        for (Selection<?> selection : set.getSelections()) {
            switch (selection) {
                case Field field -> place(field, parent, found);
                case InlineFragment inline ->
                    collect(
                            inline.getSelectionSet(),
                            inline.getTypeCondition() == null
                                    ? parent
                                    : schema.getType(inline.getTypeCondition().getName()),
                            found,
                            spread);
                case FragmentSpread named -> {
                    FragmentDefinition fragment = fragments.get(named.getName());
                    if (fragment != null && spread.add(named.getName())) {
                        collect(
                                fragment.getSelectionSet(),
                                schema.getType(fragment.getTypeCondition().getName()),
                                found,
                                spread);
                    }
                }
                default -> {}
            }
        }
    }

    private void place(Field field, @Nullable GraphQLType parent, Map<String, Place> found) {
        if (!(parent instanceof GraphQLFieldsContainer container)
                || container.getFieldDefinition(field.getName()) == null) {
            return;
        }
        // By the type too: an answer's name may stand for another field in another type's fragment.
        found.computeIfAbsent(
                        container.getName() + "." + field.getResultKey(),
                        name -> new Place(field, container, container.getFieldDefinition(field.getName())))
                .add(field.getSelectionSet());
    }

    /** A field in the answer. */
    private final class Place {

        private final String key;
        private final boolean rows;
        private final GraphQLNamedType type;
        private final long fixed;
        private final long each;
        private final long asked;
        private final List<SelectionSet> sets = new ArrayList<>();
        private @Nullable Collection<Place> inner;

        Place(Field field, GraphQLFieldsContainer parent, GraphQLFieldDefinition definition) {
            key = field.getResultKey();
            rows = ROWS.contains(field.getName());
            type = GraphQLTypeUtil.unwrapAll(definition.getType());
            fixed = rules.fixed(field, type, parent);
            each = rules.each(definition, type, parent);
            asked = rules.asked(field, definition, type, parent);
        }

        void add(@Nullable SelectionSet set) {
            if (set != null) {
                sets.add(set);
            }
        }

        boolean free() {
            return fixed == 0 && each == 0 && sets.isEmpty();
        }

        long of(@Nullable Object value) {
            return bounded(fixed + values(value));
        }

        private long values(@Nullable Object value) {
            return switch (value) {
                case null -> 0;
                case Collection<?> list -> {
                    long sum = 0;
                    for (Object element : list) {
                        sum = bounded(sum + values(element));
                    }
                    yield sum;
                }
                case Map<?, ?> object when CostRules.isConnection(type) -> Math.max(rows(object), within(object));
                case Map<?, ?> object -> each + within(object);
                default -> each;
            };
        }

        private long within(Map<?, ?> object) {
            return AnswerCost.within(inner(), object);
        }

        /** How many rows came; as many as were asked for where the answer doesn't say. */
        private long rows(Map<?, ?> connection) {
            return inner().stream()
                    .filter(place -> place.rows)
                    .map(place -> connection.get(place.key))
                    .filter(Collection.class::isInstance)
                    .mapToLong(list -> ((Collection<?>) list).size())
                    .max()
                    .orElse(asked);
        }

        private Collection<Place> inner() {
            if (inner == null) {
                inner = places(sets, type);
            }
            return inner;
        }
    }
}
