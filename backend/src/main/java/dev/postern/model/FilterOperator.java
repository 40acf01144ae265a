package dev.postern.model;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An operator that looks at one value; with an operand that it can't take it holds for nothing.
 *
 * @param expected the operands that it takes, for people
 * @param takes whether it takes this operand
 * @param holds whether it holds for a value (first) with an operand
 */
record FilterOperator(
        String symbol,
        String expected,
        Predicate<@Nullable Object> takes,
        BiPredicate<@Nullable Object, @Nullable Object> holds) {

    private static final String EXIST = "$exist";

    private static final Map<String, FilterOperator> BY_SYMBOL = Stream.of(
                    new FilterOperator("$eq", "any value", operand -> true, FilterValues::deepEqual),
                    new FilterOperator(
                            "$neq",
                            "any value",
                            operand -> true,
                            (value, operand) -> !FilterValues.deepEqual(value, operand)),
                    ordered("$gt", order -> order > 0),
                    ordered("$gte", order -> order >= 0),
                    ordered("$lt", order -> order < 0),
                    ordered("$lte", order -> order <= 0),
                    membership("$in", true),
                    membership("$nin", false),
                    affix("$startsWith", String::startsWith),
                    affix("$endsWith", String::endsWith),
                    // Asked about a value, so it is there; absence is the business of the object around it.
                    new FilterOperator(
                            EXIST,
                            "true or false",
                            Boolean.class::isInstance,
                            (value, operand) -> Boolean.TRUE.equals(operand)))
            .collect(Collectors.toUnmodifiableMap(FilterOperator::symbol, Function.identity()));

    static @Nullable FilterOperator find(String symbol) {
        return BY_SYMBOL.get(symbol);
    }

    static boolean anyIn(Map<?, ?> condition) {
        return condition.keySet().stream().anyMatch(BY_SYMBOL::containsKey);
    }

    /** Whether each of the condition's operators holds; whatever else is in it is not looked at. */
    static boolean allHold(@Nullable Object value, Map<?, ?> condition) {
        return condition.entrySet().stream().allMatch(entry -> {
            FilterOperator operator = BY_SYMBOL.get(entry.getKey());
            return operator == null || operator.holds.test(value, entry.getValue());
        });
    }

    static boolean wantsAbsence(@Nullable Object condition) {
        return condition instanceof Map<?, ?> map && Boolean.FALSE.equals(map.get(EXIST));
    }

    private static FilterOperator ordered(String symbol, IntPredicate wanted) {
        return new FilterOperator(
                symbol,
                "a string or a number",
                operand -> operand instanceof String || operand instanceof Number,
                (value, operand) -> {
                    OptionalInt order = FilterValues.order(value, operand);
                    return order.isPresent() && wanted.test(order.getAsInt());
                });
    }

    /** With a list: the value is one of its elements. Without: the value, a string or an array, contains it. */
    private static FilterOperator membership(String symbol, boolean wanted) {
        return new FilterOperator(
                symbol,
                "a list of plain values, a string or a number",
                operand -> operand instanceof String
                        || operand instanceof Number
                        || (operand instanceof List<?> list && list.stream().allMatch(FilterValues::isPlain)),
                (value, operand) -> {
                    if (operand instanceof List<?> list) {
                        return FilterValues.isPlain(value) && contains(list, value) == wanted;
                    }
                    if (value instanceof String text) {
                        return operand instanceof String part && text.contains(part) == wanted;
                    }
                    return value instanceof List<?> elements && contains(elements, operand) == wanted;
                });
    }

    private static FilterOperator affix(String symbol, BiPredicate<String, String> has) {
        return new FilterOperator(
                symbol,
                "a string or a list of strings",
                operand -> operand instanceof String
                        || (operand instanceof List<?> list && list.stream().allMatch(String.class::isInstance)),
                (value, operand) -> value instanceof String text
                        && switch (operand) {
                            case String affix -> has.test(text, affix);
                            case List<?> list ->
                                list.stream()
                                        .takeWhile(String.class::isInstance)
                                        .anyMatch(affix -> has.test(text, (String) affix));
                            case null, default -> false;
                        });
    }

    private static boolean contains(List<?> list, @Nullable Object plain) {
        return list.stream().anyMatch(element -> FilterValues.plainEqual(element, plain));
    }
}
