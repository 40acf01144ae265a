package dev.postern.api.scalar;

import graphql.GraphQLContext;
import graphql.execution.CoercedVariables;
import graphql.language.StringValue;
import graphql.language.Value;
import graphql.schema.Coercing;
import graphql.schema.CoercingParseLiteralException;
import graphql.schema.CoercingParseValueException;
import graphql.schema.CoercingSerializeException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** ISO 8601 durations of fixed length: days and less, no months, no years. */
final class DurationCoercing implements Coercing<Duration, String> {

    private static final String FAULT = "not a duration (expected: ISO 8601 such as PT5M or P1D)";

    @Override
    public String serialize(Object result, GraphQLContext context, Locale locale) {
        if (result instanceof Duration duration) {
            return duration.toString();
        }
        throw new CoercingSerializeException("not a duration");
    }

    @Override
    public Duration parseValue(Object input, GraphQLContext context, Locale locale) {
        if (input instanceof Duration duration) {
            return duration;
        }
        Duration parsed = input instanceof String text ? parse(text) : null;
        if (parsed == null) {
            throw new CoercingParseValueException(FAULT);
        }
        return parsed;
    }

    @Override
    public Duration parseLiteral(Value<?> input, CoercedVariables variables, GraphQLContext context, Locale locale) {
        Duration parsed = input instanceof StringValue string ? parse(string.getValue()) : null;
        if (parsed == null) {
            throw new CoercingParseLiteralException(FAULT);
        }
        return parsed;
    }

    private static @Nullable Duration parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeException | ArithmeticException e) {
            return null;
        }
    }
}
