package dev.postern.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Conditions on an event's document {@code {id, topic, time, metadata, data}}, in the language of
 * simple-json-match with Outpost's semantics. Values are plain Java: {@code Map}, {@code List},
 * {@code String}, {@code Number}, {@code Boolean} and null; numbers compare as float64.
 *
 * <p>A condition is a value to equal (or, where the data is an array, to be contained), an object of
 * conditions on members, or an object of operators. All that Outpost does is kept, odd as some of it is,
 * so that a filter moved over takes the same events: a missing member fails everything but {@code
 * {"$exist": false}}, and operators and members beside a member's {@code $or} are ignored.
 *
 * <p>One thing is better on purpose. Outpost documents {@code {"data": {"status": {"$not": {"$in":
 * [...]}}}}} and never matches it; here {@code $not} on a member holds where the member is there and
 * what is negated does not match it. On an array of plain values the whole array is negated ("contains
 * no such value"); on an array with objects it keeps the meaning that works in Outpost, "one of the
 * objects does not match".
 *
 * @param conditions as they were given or stored; may hold what {@link #of} refuses, which then
 *     matches nothing
 */
public record Filter(Map<String, @Nullable Object> conditions) {

    /** How deep conditions may nest. */
    public static final int MAX_DEPTH = 32;

    /** How many objects, arrays and plain values a filter may hold in all. */
    public static final int MAX_VALUES = 1_000;

    /** How many characters its names and strings may have in all. */
    public static final int MAX_CHARACTERS = 65_536;

    // Written out, because javac drops the type annotations of a compact constructor's parameters.
    public Filter(Map<String, @Nullable Object> conditions) {
        this.conditions = copy(conditions);
    }

    /**
     * The filter, where it can do what its author means.
     *
     * @throws InvalidFilterException leading to an unknown operator, an operand that an operator can't
     *     take, or the place where the filter becomes too deep or too large
     */
    public static Filter of(Map<String, @Nullable Object> conditions) {
        new FilterValidator().validate(conditions);
        return new Filter(conditions);
    }

    /** Whether the document meets every condition; what a filter can't say matches nothing. */
    public boolean matches(Map<String, @Nullable Object> document) {
        return FilterEvaluator.matches(document, conditions);
    }

    private static Map<String, @Nullable Object> copy(Map<?, ?> map) {
        var copy = LinkedHashMap.<String, @Nullable Object>newLinkedHashMap(map.size());
        map.forEach((name, value) -> copy.put((String) name, copyValue(value)));
        return Collections.unmodifiableMap(copy);
    }

    private static @Nullable Object copyValue(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> copy(map);
            case List<?> list -> {
                var copy = new ArrayList<@Nullable Object>(list.size());
                list.forEach(element -> copy.add(copyValue(element)));
                yield Collections.unmodifiableList(copy);
            }
            case null, default -> value;
        };
    }
}
