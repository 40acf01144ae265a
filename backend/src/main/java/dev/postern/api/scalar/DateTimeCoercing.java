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
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** RFC 3339: any offset in, milliseconds of UTC out. */
final class DateTimeCoercing implements Coercing<Instant, String> {

    private static final DateTimeFormatter OUT = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final int LAST_YEAR = 9999;
    private static final String EXPECTED = "(expected: an RFC 3339 time such as 2026-01-15T10:30:00.123Z)";

    @Override
    public String serialize(Object result, GraphQLContext context, Locale locale) {
        if (result instanceof Instant instant) {
            return OUT.format(instant);
        }
        throw new CoercingSerializeException("not an instant");
    }

    @Override
    public Instant parseValue(Object input, GraphQLContext context, Locale locale) {
        if (input instanceof Instant instant) {
            return instant;
        }
        Instant parsed = input instanceof String text ? parse(text) : null;
        if (parsed == null) {
            throw new CoercingParseValueException("not a time " + EXPECTED);
        }
        return parsed;
    }

    @Override
    public Instant parseLiteral(Value<?> input, CoercedVariables variables, GraphQLContext context, Locale locale) {
        Instant parsed = input instanceof StringValue string ? parse(string.getValue()) : null;
        if (parsed == null) {
            throw new CoercingParseLiteralException("not a time " + EXPECTED);
        }
        return parsed;
    }

    private static @Nullable Instant parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            OffsetDateTime time = OffsetDateTime.parse(text);
            return time.getYear() < 0 || time.getYear() > LAST_YEAR ? null : time.toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }
}
