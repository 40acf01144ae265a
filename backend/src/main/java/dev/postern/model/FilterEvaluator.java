package dev.postern.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a value meets a condition. Two levels differ: {@link #matches} is asked about a whole
 * document, an alternative or a negation; {@link #holds} about a member's value. Plain loops rather than
 * streams, because these follow an event's nesting and a stream takes a dozen frames a level.
 */
final class FilterEvaluator {

    static final String OR = "$or";
    static final String AND = "$and";
    static final String NOT = "$not";

    static boolean matches(@Nullable Object value, @Nullable Object condition) {
        if (condition instanceof Map<?, ?> map && map.containsKey(NOT)) {
            if (matches(value, map.get(NOT))) {
                return false;
            }
            if (map.size() == 1) {
                return true;
            }
        }
        if (value instanceof Map<?, ?> members && condition instanceof Map<?, ?> conditions) {
            return membersMatch(members, conditions);
        }
        return holds(value, condition);
    }

    private static boolean membersMatch(Map<?, ?> members, Map<?, ?> conditions) {
        for (Map.Entry<?, ?> entry : conditions.entrySet()) {
            if (!memberMatches(members, (String) entry.getKey(), entry.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean memberMatches(Map<?, ?> members, String name, @Nullable Object condition) {
        if (name.equals(NOT)) {
            return true; // matches() has decided it
        }
        if (name.equals(OR) && condition instanceof List<?> any) {
            return anyMatches(members, any);
        }
        if (name.equals(AND) && condition instanceof List<?> all) {
            return allMatch(members, all);
        }
        return members.containsKey(name) ? holds(members.get(name), condition) : FilterOperator.wantsAbsence(condition);
    }

    private static boolean holds(@Nullable Object value, @Nullable Object condition) {
        if (value instanceof List<?> elements) {
            return elementsHold(elements, condition);
        }
        if (!(condition instanceof Map<?, ?> map)) {
            return FilterValues.plainEqual(value, condition);
        }
        if (map.get(OR) instanceof List<?> any) {
            return anyMatches(value, any);
        }
        if (FilterOperator.anyIn(map)) {
            return FilterOperator.allHold(value, map) && notNegated(value, map);
        }
        if (value instanceof Map<?, ?>) {
            return matches(value, map);
        }
        return isNegation(map) && notNegated(value, map);
    }

    private static boolean elementsHold(List<?> elements, @Nullable Object condition) {
        if (condition instanceof List<?> wanted) {
            for (Object each : wanted) {
                if (!anyHolds(elements, each)) {
                    return false;
                }
            }
            return true;
        }
        if (condition instanceof Map<?, ?> map) {
            if (FilterOperator.anyIn(map)) {
                return FilterOperator.allHold(elements, map) && notNegated(elements, map);
            }
            if (isNegation(map) && elements.stream().noneMatch(Map.class::isInstance)) {
                return notNegated(elements, map);
            }
        }
        return anyHolds(elements, condition);
    }

    private static boolean anyHolds(List<?> values, @Nullable Object condition) {
        for (Object value : values) {
            if (holds(value, condition)) {
                return true;
            }
        }
        return false;
    }

    private static boolean anyMatches(@Nullable Object value, List<?> conditions) {
        for (Object condition : conditions) {
            if (matches(value, condition)) {
                return true;
            }
        }
        return false;
    }

    private static boolean allMatch(@Nullable Object value, List<?> conditions) {
        for (Object condition : conditions) {
            if (!matches(value, condition)) {
                return false;
            }
        }
        return true;
    }

    /** Whether it says {@code $not} and nothing else. */
    private static boolean isNegation(Map<?, ?> condition) {
        return condition.size() == 1 && condition.containsKey(NOT);
    }

    private static boolean notNegated(@Nullable Object value, Map<?, ?> condition) {
        return !condition.containsKey(NOT) || !matches(value, condition.get(NOT));
    }

    private FilterEvaluator() {}
}
