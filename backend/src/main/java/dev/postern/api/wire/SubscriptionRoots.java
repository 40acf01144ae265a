package dev.postern.api.wire;

import graphql.language.Directive;
import graphql.language.DirectivesContainer;
import graphql.language.Document;
import graphql.language.FragmentDefinition;
import graphql.language.FragmentSpread;
import graphql.language.InlineFragment;
import graphql.language.OperationDefinition;
import graphql.language.OperationDefinition.Operation;
import graphql.language.Selection;
import graphql.language.SelectionSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a subscription's root depends on variables: the specification (September 2025, 5.2.4.1) forbids it, and
 * graphql-java's validation, which doesn't know the variables, fails on it.
 */
final class SubscriptionRoots {

    private static final Set<String> CONDITIONS = Set.of("skip", "include");

    private final Map<String, FragmentDefinition> fragments;

    private SubscriptionRoots(Map<String, FragmentDefinition> fragments) {
        this.fragments = fragments;
    }

    /** @param document without circles */
    static boolean conditional(Document document) {
        var roots = new SubscriptionRoots(document.getDefinitionsOfType(FragmentDefinition.class).stream()
                .collect(Collectors.toMap(FragmentDefinition::getName, Function.identity(), (one, other) -> one)));
        return document.getDefinitionsOfType(OperationDefinition.class).stream()
                .filter(operation -> operation.getOperation() == Operation.SUBSCRIPTION)
                .anyMatch(operation -> roots.conditional(operation.getSelectionSet()));
    }

    private boolean conditional(@Nullable SelectionSet selections) {
        return selections != null
                && selections.getSelections().stream()
                        .anyMatch(selection -> directives(selection).anyMatch(one -> CONDITIONS.contains(one.getName()))
                                || conditional(within(selection)));
    }

    private @Nullable SelectionSet within(Selection<?> selection) {
        return switch (selection) {
            case InlineFragment inline -> inline.getSelectionSet();
            case FragmentSpread spread -> {
                FragmentDefinition fragment = fragments.get(spread.getName());
                yield fragment == null ? null : fragment.getSelectionSet();
            }
            default -> null;
        };
    }

    private static Stream<Directive> directives(Selection<?> selection) {
        return selection instanceof DirectivesContainer<?> container
                ? container.getDirectives().stream()
                : Stream.empty();
    }
}
