package dev.postern.api.scalar;

import graphql.GraphQLContext;
import graphql.execution.CoercedVariables;
import graphql.language.Value;
import graphql.schema.Coercing;
import graphql.schema.CoercingParseLiteralException;
import graphql.schema.CoercingParseValueException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON object whose values are strings, in the order given. */
final class StringMapCoercing implements Coercing<Map<String, String>, Object> {

    @Override
    public Object serialize(Object result, GraphQLContext context, Locale locale) {
        return result;
    }

    @Override
    public Map<String, String> parseValue(Object input, GraphQLContext context, Locale locale) {
        var map = new LinkedHashMap<String, String>();
        String fault = read(input, map);
        if (fault != null) {
            throw new CoercingParseValueException(fault);
        }
        return Collections.unmodifiableMap(map);
    }

    @Override
    public Map<String, String> parseLiteral(
            Value<?> input, CoercedVariables variables, GraphQLContext context, Locale locale) {
        var map = new LinkedHashMap<String, String>();
        String fault = read(Literals.toJson(input, variables), map);
        if (fault != null) {
            throw new CoercingParseLiteralException(fault);
        }
        return Collections.unmodifiableMap(map);
    }

    private static @Nullable String read(@Nullable Object input, Map<String, String> map) {
        if (!(input instanceof Map<?, ?> members)) {
            return "not an object (expected: an object of strings)";
        }
        for (Map.Entry<?, ?> member : members.entrySet()) {
            if (!(member.getValue() instanceof String value)) {
                return "member '%s' is not a string (expected: an object of strings)".formatted(member.getKey());
            }
            map.put(String.valueOf(member.getKey()), value);
        }
        return null;
    }
}
