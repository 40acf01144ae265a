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
import java.time.Period;
import java.time.temporal.TemporalAmount;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * ISO 8601 durations: a {@link Duration} where the length is fixed (weeks and less), else a {@link Period}
 * with its months and years, which is for the field to take or refuse. The two can't be mixed.
 */
final class DurationCoercing implements Coercing<TemporalAmount, String> {

    private static final String FAULT = "not a duration (expected: ISO 8601 such as PT5M or P1D)";

    @Override
    public String serialize(Object result, GraphQLContext context, Locale locale) {
        if (result instanceof Duration || result instanceof Period) {
            return result.toString();
        }
        throw new CoercingSerializeException("not a duration");
    }

    @Override
    public TemporalAmount parseValue(Object input, GraphQLContext context, Locale locale) {
        if (input instanceof Duration || input instanceof Period) {
            return (TemporalAmount) input;
        }
        TemporalAmount parsed = input instanceof String text ? parse(text) : null;
        if (parsed == null) {
            throw new CoercingParseValueException(FAULT);
        }
        return parsed;
    }

    @Override
    public TemporalAmount parseLiteral(
            Value<?> input, CoercedVariables variables, GraphQLContext context, Locale locale) {
        TemporalAmount parsed = input instanceof StringValue string ? parse(string.getValue()) : null;
        if (parsed == null) {
            throw new CoercingParseLiteralException(FAULT);
        }
        return parsed;
    }

    private static @Nullable TemporalAmount parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeException | ArithmeticException e) {
            return calendar(text);
        }
    }

    /** With weeks, months or years. */
    private static @Nullable TemporalAmount calendar(String text) {
        try {
            Period period = Period.parse(text);
            return period.getYears() == 0 && period.getMonths() == 0 ? Duration.ofDays(period.getDays()) : period;
        } catch (DateTimeException | ArithmeticException e) {
            return null;
        }
    }
}
