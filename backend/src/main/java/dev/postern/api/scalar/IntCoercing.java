package dev.postern.api.scalar;

import graphql.GraphQLContext;
import graphql.Scalars;
import graphql.execution.CoercedVariables;
import graphql.language.Value;
import graphql.schema.Coercing;
import graphql.schema.CoercingParseValueException;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * GraphQL's Int, whose usual form would compute a variable such as {@code 1e99999999} digit by digit, and
 * name our classes where it refuses one.
 */
final class IntCoercing implements Coercing<Integer, Integer> {

    /** Any longer text of a number in range is there to be expensive. */
    private static final int MAX_LENGTH = 100;

    private static final String FAULT = "not a 32-bit integer (expected: -2147483648..2147483647)";

    private final Coercing<?, ?> usual = Scalars.GraphQLInt.getCoercing();

    @Override
    public @Nullable Integer serialize(Object result, GraphQLContext context, Locale locale) {
        return (Integer) usual.serialize(result, context, locale);
    }

    @Override
    public Integer parseValue(Object input, GraphQLContext context, Locale locale) {
        if (input instanceof Integer integer) {
            return integer;
        }
        String text = input instanceof Number ? input.toString() : "";
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            throw new CoercingParseValueException(FAULT);
        }
        try {
            // Looks at the number of digits before it computes any.
            return new BigDecimal(text).intValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw new CoercingParseValueException(FAULT);
        }
    }

    @Override
    public @Nullable Integer parseLiteral(
            Value<?> input, CoercedVariables variables, GraphQLContext context, Locale locale) {
        return (Integer) usual.parseLiteral(input, variables, context, locale);
    }
}
