package dev.postern.api.query;

import dev.postern.api.error.ApiException;
import dev.postern.api.input.Input;
import dev.postern.model.Identifiers;
import dev.postern.model.TimeRange;
import graphql.schema.DataFetchingEnvironment;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The {@code filter} argument of a list; an empty list in it means any, like one that is left out. */
public final class Filters {

    private static final int MAX_VALUES = 1_000;

    private final Map<String, Object> filter;

    private Filters(Map<String, Object> filter) {
        this.filter = filter;
    }

    /** That of the field; one that is left out asks for nothing in particular. */
    public static Filters of(DataFetchingEnvironment environment) {
        Map<String, Object> filter = environment.getArgument("filter");
        return new Filters(filter == null ? Map.of() : filter);
    }

    /** That of a mutation's input, where it is a field. */
    public static Filters of(Input input) {
        return new Filters(input.object("filter"));
    }

    @Nullable
    Object value(String name) {
        return filter.get(name);
    }

    /** The values of one of its lists; empty for any. */
    public Set<String> strings(String name) {
        return strings("filter." + name, filter.get(name));
    }

    /**
     * For what is done to all that the filter means: a list that somebody's program found nothing for would mean
     * everything.
     */
    public void refuseEmptyLists() {
        filter.forEach((name, value) -> {
            if (value instanceof List<?> list && list.isEmpty()) {
                throw ApiException.badInput(
                        "filter." + name, "empty (expected: at least 1 value; left out, it means any)");
            }
        });
    }

    /** The values that both the filter and the list's own place ask for; empty where there can be none. */
    public Optional<Set<String>> including(String name, String own) {
        Set<String> wanted = strings(name);
        return wanted.isEmpty() || wanted.contains(own) ? Optional.of(Set.of(own)) : Optional.empty();
    }

    /** One of its ranges; throws {@link ApiException} where a bound is given twice. */
    TimeRange time(String name) {
        if (!(filter.get(name) instanceof Map<?, ?> bounds)) {
            return TimeRange.ANY;
        }
        refuseBoth(name, bounds, "gt", "gte");
        refuseBoth(name, bounds, "lt", "lte");
        return new TimeRange(bound(bounds, "gt"), bound(bounds, "gte"), bound(bounds, "lt"), bound(bounds, "lte"));
    }

    /** A list argument whose strings could be in a store at all. */
    public static Set<String> strings(String argument, @Nullable Object list) {
        if (!(list instanceof List<?> values)) {
            return Set.of();
        }
        if (values.size() > MAX_VALUES) {
            throw ApiException.badInput(
                    argument, "%d values (expected: at most %d)".formatted(values.size(), MAX_VALUES));
        }
        var strings = new LinkedHashSet<String>();
        for (Object value : values) {
            strings.add(checked(argument, (String) value));
        }
        return strings;
    }

    /** An id argument that could be in a store at all. */
    public static String checked(String argument, String id) {
        Identifiers.faultOfEventId(id).ifPresent(fault -> {
            throw ApiException.badInput(argument, fault);
        });
        return id;
    }

    private static void refuseBoth(String name, Map<?, ?> bounds, String one, String other) {
        if (bounds.get(one) != null && bounds.get(other) != null) {
            throw ApiException.badInput(
                    "filter.%s.%s".formatted(name, other), "given with %s (expected: one of them)".formatted(one));
        }
    }

    private static @Nullable Instant bound(Map<?, ?> bounds, String name) {
        return bounds.get(name) instanceof Instant instant ? instant : null;
    }
}
