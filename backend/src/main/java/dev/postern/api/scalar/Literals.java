package dev.postern.api.scalar;

import dev.postern.json.Json;
import graphql.execution.CoercedVariables;
import graphql.language.ArrayValue;
import graphql.language.BooleanValue;
import graphql.language.FloatValue;
import graphql.language.IntValue;
import graphql.language.NullValue;
import graphql.language.ObjectField;
import graphql.language.ObjectValue;
import graphql.language.StringValue;
import graphql.language.Value;
import graphql.language.VariableReference;
import graphql.schema.CoercingParseLiteralException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** Values that are written in the query's own text. */
public final class Literals {

    /** Where a number's node keeps its exact text, should its value have lost some of it. */
    public static final String NUMBER_TEXT = "text";

    static @Nullable Object toJson(Value<?> literal, CoercedVariables variables) {
        return switch (literal) {
            case NullValue ignored -> null;
            case StringValue string -> string.getValue();
            case BooleanValue bool -> bool.isValue();
            case IntValue number -> number(number.getAdditionalData().get(NUMBER_TEXT), number.getValue());
            case FloatValue number -> number(number.getAdditionalData().get(NUMBER_TEXT), number.getValue());
            case ArrayValue array -> {
                var list = new ArrayList<@Nullable Object>();
                array.getValues().forEach(element -> list.add(toJson(element, variables)));
                yield list;
            }
            case ObjectValue object -> {
                var map = new LinkedHashMap<String, @Nullable Object>();
                for (ObjectField field : object.getObjectFields()) {
                    map.put(field.getName(), toJson(field.getValue(), variables));
                }
                yield map;
            }
            case VariableReference reference -> variables.get(reference.getName());
            default -> throw new CoercingParseLiteralException("not a JSON value (expected: strings in quotes)");
        };
    }

    private static @Nullable Object number(@Nullable String text, Number value) {
        return Json.parse(text == null ? value.toString() : text);
    }

    private Literals() {}
}
