package dev.postern.api.scalar;

import dev.postern.json.Json;
import dev.postern.json.JsonException;
import graphql.GraphQLContext;
import graphql.execution.CoercedVariables;
import graphql.language.Value;
import graphql.schema.Coercing;
import graphql.schema.CoercingParseValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Any JSON value, as the plain values of {@link Json}: members keep their order and numbers every digit. */
final class JsonCoercing implements Coercing<Object, Object> {

    @Override
    public Object serialize(Object result, GraphQLContext context, Locale locale) {
        return result;
    }

    // GraphQL takes care of a null that stands alone; those inside of a value come here.
    @Override
    public Object parseValue(Object input, GraphQLContext context, Locale locale) {
        return Objects.requireNonNull(plain(input));
    }

    @Override
    public @Nullable Object parseLiteral(
            Value<?> input, CoercedVariables variables, GraphQLContext context, Locale locale) {
        return Literals.toJson(input, variables);
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Map<?, ?> map -> {
                var copy = new LinkedHashMap<String, @Nullable Object>();
                map.forEach((key, member) -> copy.put(String.valueOf(key), plain(member)));
                yield copy;
            }
            case List<?> list -> {
                var copy = new ArrayList<@Nullable Object>(list.size());
                list.forEach(element -> copy.add(plain(element)));
                yield copy;
            }
            case String string -> string;
            case Boolean bool -> bool;
            case Number number -> number(number);
            default -> throw new CoercingParseValueException("not a JSON value");
        };
    }

    /** A caller inside of this process may give numbers of any type; their texts are JSON. */
    private static @Nullable Object number(Number number) {
        try {
            return number instanceof Long ? number : Json.parse(number.toString());
        } catch (JsonException e) {
            throw new CoercingParseValueException("not a JSON number");
        }
    }
}
