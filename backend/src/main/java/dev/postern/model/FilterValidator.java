package dev.postern.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Walks one filter that is to be written and stops at the first thing that can't be meant. */
final class FilterValidator {

    private final List<String> path = new ArrayList<>();
    private int values;
    private int characters;

    void validate(Map<?, ?> conditions) {
        documentConditions(conditions);
    }

    /** What is asked of the whole document: members and their combinations, for it has no value to compare. */
    private void documentConditions(@Nullable Object condition) {
        if (!(condition instanceof Map<?, ?> map)) {
            throw fault("is %s (expected: an object of conditions)".formatted(describe(condition)));
        }
        count(null);
        map.forEach((key, member) -> within((String) key, () -> {
            String name = (String) key;
            switch (name) {
                case FilterEvaluator.OR, FilterEvaluator.AND -> list(member, this::documentConditions);
                case FilterEvaluator.NOT -> documentConditions(member);
                default -> {
                    if (name.startsWith("$")) {
                        throw misplacedOrUnknown(name);
                    }
                    condition(member);
                }
            }
        }));
    }

    /** What is asked of a member's value. */
    private void condition(@Nullable Object condition) {
        switch (condition) {
            case Map<?, ?> map -> {
                count(null);
                boolean operators = FilterOperator.anyIn(map);
                map.forEach((name, member) -> within((String) name, () -> entry((String) name, member, operators)));
            }
            case List<?> list -> list(list, this::condition);
            case null, default -> plain(condition);
        }
    }

    private void entry(String name, @Nullable Object member, boolean besideOperators) {
        FilterOperator operator = FilterOperator.find(name);
        if (operator != null) {
            if (!operator.takes().test(member)) {
                throw fault("is %s (expected: %s)".formatted(describe(member), operator.expected()));
            }
            operand(member);
        } else if (name.equals(FilterEvaluator.OR) || name.equals(FilterEvaluator.AND)) {
            list(member, this::condition);
        } else if (name.equals(FilterEvaluator.NOT)) {
            condition(member);
        } else if (name.startsWith("$")) {
            throw misplacedOrUnknown(name);
        } else if (besideOperators) {
            throw fault("is a member beside operators, which would not be looked at (expected: one or the other)");
        } else {
            condition(member);
        }
    }

    /** A value to compare with, in which nothing is an operator. */
    private void operand(@Nullable Object operand) {
        switch (operand) {
            case Map<?, ?> map -> {
                count(null);
                map.forEach((name, member) -> within((String) name, () -> operand(member)));
            }
            case List<?> list -> list(list, this::operand);
            case null, default -> plain(operand);
        }
    }

    private void list(@Nullable Object value, Consumer<@Nullable Object> each) {
        if (!(value instanceof List<?> elements)) {
            throw fault("is %s (expected: a list of conditions)".formatted(describe(value)));
        }
        count(null);
        for (int i = 0; i < elements.size(); i++) {
            Object element = elements.get(i);
            within(Integer.toString(i), () -> each.accept(element));
        }
    }

    private void plain(@Nullable Object value) {
        if (!FilterValues.isPlain(value)) {
            throw fault("is no JSON value");
        }
        if (value instanceof Number number && !Double.isFinite(number.doubleValue())) {
            throw fault("is %s (expected: a number within the range of float64)".formatted(describe(value)));
        }
        count(value instanceof String text ? text : null);
    }

    private void within(String name, Runnable inner) {
        path.add(name);
        if (path.size() > Filter.MAX_DEPTH) {
            throw fault("is nested %d deep (expected: at most %d)".formatted(path.size(), Filter.MAX_DEPTH));
        }
        characters += name.length();
        inner.run();
        path.removeLast();
    }

    private void count(@Nullable String text) {
        values++;
        characters += text == null ? 0 : text.length();
        if (values > Filter.MAX_VALUES) {
            throw fault("is one value too many (expected: at most %d)".formatted(Filter.MAX_VALUES));
        }
        if (characters > Filter.MAX_CHARACTERS) {
            throw fault("makes the filter too long (expected: at most %d characters)".formatted(Filter.MAX_CHARACTERS));
        }
    }

    private InvalidFilterException misplacedOrUnknown(String name) {
        return FilterOperator.find(name) == null
                ? fault("is an unknown operator")
                : fault("compares a value, and this is the whole event (expected: inside a member's condition)");
    }

    private InvalidFilterException fault(String message) {
        return new InvalidFilterException(path, (path.isEmpty() ? "the filter" : path.getLast()) + " " + message);
    }

    private static String describe(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Map<?, ?> map -> "an object";
            case List<?> list -> "a list";
            case String text -> "a string";
            case Number number -> "the number " + abbreviated(number.toString());
            case Boolean bool -> bool.toString();
            default -> "no JSON value";
        };
    }

    private static String abbreviated(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
}
