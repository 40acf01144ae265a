package dev.postern.api.input;

import dev.postern.api.error.RefusedException;
import dev.postern.api.error.UserError.Code;
import graphql.schema.DataFetchingEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A mutation's {@code input}: GraphQL has seen to the types, and a field given as null differs from one left out. */
public final class Input {

    private final Map<String, @Nullable Object> fields;

    private Input(Map<String, @Nullable Object> fields) {
        this.fields = fields;
    }

    public static Input of(DataFetchingEnvironment environment) {
        Map<String, @Nullable Object> fields = environment.getArgument("input");
        return of(fields == null ? Map.of() : fields);
    }

    static Input of(Map<String, @Nullable Object> fields) {
        return new Input(fields);
    }

    boolean has(String field) {
        return fields.containsKey(field);
    }

    @Nullable
    Object value(String field) {
        return fields.get(field);
    }

    public @Nullable String text(String field) {
        return fields.get(field) instanceof String text ? text : null;
    }

    /** A list of texts; empty where it is left out. */
    public List<String> texts(String field) {
        return fields.get(field) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    public @Nullable Object json(String field) {
        return fields.get(field);
    }

    @Nullable
    Instant time(String field) {
        return fields.get(field) instanceof Instant time ? time : null;
    }

    /** A duration within bounds, which the refusal names; months and years have no length to compare. */
    public Duration duration(String field, Duration standard, Duration least, Duration most) {
        Object given = fields.get(field);
        if (given == null) {
            return standard;
        }
        if (!(given instanceof Duration value) || value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new RefusedException(
                    Code.INVALID, "%s (expected: %s to %s)".formatted(given, least, most), "input", field);
        }
        return value;
    }

    /** An input within the input; empty where it is left out. */
    @SuppressWarnings("unchecked")
    public Map<String, Object> object(String field) {
        return fields.get(field) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    @SuppressWarnings("unchecked")
    public @Nullable Map<String, String> strings(String field) {
        return (Map<String, String>) fields.get(field);
    }
}
