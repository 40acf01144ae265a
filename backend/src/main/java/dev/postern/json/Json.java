package dev.postern.json;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON text to plain Java values and back. Objects are {@code LinkedHashMap} in the order given, arrays
 * {@code ArrayList}; a number is a {@code Long} where that prints as the same text, else a {@link
 * JsonNumber}; then {@code String}, {@code Boolean} and null. Text is refused unless it is exactly one
 * value, nested at most {@value #MAX_DEPTH} deep.
 */
public final class Json {

    public static final int MAX_DEPTH = 500;

    private static final StreamReadConstraints CONSTRAINTS = StreamReadConstraints.builder()
            .maxNestingDepth(MAX_DEPTH)
            // Only the text is kept, so a long number costs what a long string does.
            .maxNumberLength(64 * 1024 * 1024)
            .maxStringLength(64 * 1024 * 1024)
            .build();

    private static final JsonFactory PLAIN =
            JsonFactory.builder().streamReadConstraints(CONSTRAINTS).build();
    private static final JsonFactory GO = JsonFactory.builder()
            .streamReadConstraints(CONSTRAINTS)
            .characterEscapes(new GoEscapes())
            .build();

    private static final Pattern LONE_SURROGATE =
            Pattern.compile("[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]");

    /** So that a queue's message without its payload needs no second buffer. */
    private static final int USUAL_LENGTH = 1_024;

    private static final MathContext ONE_DIGIT = new MathContext(1, RoundingMode.HALF_EVEN);

    private Json() {}

    /** The one value that the text is. */
    public static @Nullable Object parse(String text) {
        return parse(text, List.of());
    }

    /** As {@link #parse(String)}, for text that must be an object. */
    public static Map<String, @Nullable Object> parseObject(String text) {
        return asObject(parse(text));
    }

    /**
     * As {@link #parseObject(String)}; the member that {@code rawPath} leads to, where there is one, is a
     * {@link RawJson} with its exact text.
     */
    public static Map<String, @Nullable Object> parseObject(String text, String... rawPath) {
        return asObject(parse(text, List.of(rawPath)));
    }

    /** Throws unless the text is exactly one JSON value. */
    public static void requireValid(String text) {
        try (JsonParser parser = PLAIN.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                throw new JsonException("empty (expected: a JSON value)");
            }
            parser.skipChildren();
            parser.finishToken();
            requireEnd(parser);
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /**
     * Compact JSON, members in the order given, characters as they are; half a surrogate pair is an escape,
     * because UTF-8 has no bytes for it.
     */
    public static String write(@Nullable Object value) {
        String text = write(false, value);
        return Utf8.canEncode(text)
                ? text
                : LONE_SURROGATE
                        .matcher(text)
                        .replaceAll(
                                half -> "\\\\u%04x".formatted((int) half.group().charAt(0)));
    }

    /** Compact JSON as Go's {@code encoding/json} prints it, but for the members' order, which is as given. */
    public static String writeGo(@Nullable Object value) {
        return write(true, value);
    }

    /** The value as Go reads it into maps and prints it: keys sorted by code point, numbers as float64. */
    public static @Nullable Object goValue(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                var sorted = new TreeMap<String, @Nullable Object>(Json::compareByCodePoint);
                map.forEach((key, member) -> sorted.put((String) key, goValue(member)));
                yield sorted;
            }
            case List<?> list -> {
                var copy = new ArrayList<@Nullable Object>(list.size());
                list.forEach(element -> copy.add(goValue(element)));
                yield copy;
            }
            case Number number -> new RawJson(goFloat(number.doubleValue()));
            case null, default -> value;
        };
    }

    /** The map with its keys sorted as Go sorts them. */
    public static Map<String, String> sorted(Map<String, String> map) {
        var sorted = new TreeMap<String, String>(Json::compareByCodePoint);
        sorted.putAll(map);
        return sorted;
    }

    /** The shortest text that reads as the same float64, with an exponent where Go prints one. */
    public static String goFloat(double value) {
        double magnitude = Math.abs(value);
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new JsonException(value + " (expected: a finite number)");
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        BigDecimal shortest = shortest(value);
        if (magnitude >= 1e-6 && magnitude < 1e21) {
            return shortest.toPlainString();
        }
        int exponent = shortest.precision() - shortest.scale() - 1;
        String mantissa = shortest.movePointLeft(exponent).toPlainString();
        return mantissa + (exponent < 0 ? "e-" : "e+") + Math.abs(exponent);
    }

    private static BigDecimal shortest(double value) {
        BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (shortest.precision() == 2) {
            // Java prints two digits where one would do: 4.9E-324.
            BigDecimal shorter = shortest.round(ONE_DIGIT);
            return shorter.doubleValue() == value ? shorter : shortest;
        }
        return shortest;
    }

    private static @Nullable Object parse(String text, List<String> rawPath) {
        try (JsonParser parser = PLAIN.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                throw new JsonException("empty (expected: a JSON value)");
            }
            Object value = read(parser, text, rawPath);
            requireEnd(parser);
            return value;
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /** Reads the value that the current token begins; {@code rawPath} leads on from here, empty leads nowhere. */
    private static @Nullable Object read(JsonParser parser, String text, List<String> rawPath) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                var map = new LinkedHashMap<String, @Nullable Object>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    boolean onPath = !rawPath.isEmpty() && rawPath.getFirst().equals(name);
                    if (onPath && rawPath.size() == 1) {
                        map.put(name, raw(parser, text));
                    } else {
                        map.put(name, read(parser, text, onPath ? rawPath.subList(1, rawPath.size()) : List.of()));
                    }
                }
                yield map;
            }
            case START_ARRAY -> {
                var list = new ArrayList<@Nullable Object>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(read(parser, text, List.of()));
                }
                yield list;
            }
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getString());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static RawJson raw(JsonParser parser, String text) {
        int start = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        parser.finishToken();
        int end = (int) parser.currentLocation().getCharOffset();
        return new RawJson(text.substring(start, end).strip());
    }

    private static Number number(String text) {
        if (text.length() <= 18 && !text.equals("-0") && isInteger(text)) {
            return Long.valueOf(text);
        }
        return new JsonNumber(text);
    }

    private static boolean isInteger(String number) {
        for (int i = 0; i < number.length(); i++) {
            char c = number.charAt(i);
            if (c != '-' && (c < '0' || c > '9')) {
                return false;
            }
        }
        return true;
    }

    private static void requireEnd(JsonParser parser) {
        if (parser.nextToken() != null) {
            throw new JsonException("more after the value at column "
                    + parser.currentTokenLocation().getColumnNr() + " (expected: one JSON value)");
        }
    }

    private static String write(boolean go, @Nullable Object value) {
        var out = new StringWriter(USUAL_LENGTH);
        try (JsonGenerator generator = (go ? GO : PLAIN).createGenerator(ObjectWriteContext.empty(), out)) {
            write(generator, value, go);
        }
        return out.toString();
    }

    private static void write(JsonGenerator generator, @Nullable Object value, boolean go) {
        switch (value) {
            case null -> generator.writeNull();
            case Map<?, ?> map -> {
                generator.writeStartObject();
                map.forEach((name, member) -> {
                    generator.writeName(text((String) name, go));
                    write(generator, member, go);
                });
                generator.writeEndObject();
            }
            case Iterable<?> elements -> {
                generator.writeStartArray();
                elements.forEach(element -> write(generator, element, go));
                generator.writeEndArray();
            }
            case RawJson raw -> generator.writeRawValue(raw.text());
            case String string -> generator.writeString(text(string, go));
            case Boolean bool -> generator.writeBoolean(bool);
            case Number number -> generator.writeRawValue(number.toString());
            default ->
                throw new IllegalArgumentException("value: %s (expected: a plain JSON value)"
                        .formatted(value.getClass().getName()));
        }
    }

    private static String text(String string, boolean go) {
        return !go || Utf8.canEncode(string)
                ? string
                : LONE_SURROGATE.matcher(string).replaceAll("\ufffd");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> asObject(@Nullable Object value) {
        if (value instanceof Map<?, ?>) {
            return (Map<String, @Nullable Object>) value;
        }
        throw new JsonException("not an object (expected: a JSON object)");
    }

    /** Code point order, which is the order of the UTF-8 bytes. */
    private static int compareByCodePoint(String a, String b) {
        int mismatch = 0;
        int end = Math.min(a.length(), b.length());
        while (mismatch < end && a.charAt(mismatch) == b.charAt(mismatch)) {
            mismatch++;
        }
        if (mismatch == end) {
            return Integer.compare(a.length(), b.length());
        }
        char x = a.charAt(mismatch);
        char y = b.charAt(mismatch);
        // Surrogates stand for code points above every other char.
        if (Character.isSurrogate(x) != Character.isSurrogate(y)) {
            return Character.isSurrogate(x) ? 1 : -1;
        }
        return Character.compare(x, y);
    }

    /** Without the parser's own message, which quotes the text: that may be secret, and messages are logged. */
    private static JsonException malformed(JacksonException e) {
        String fault = switch (e) {
            case StreamConstraintsException limit -> "nested too deep or too long";
            case UnexpectedEndOfInputException end -> "ends too early";
            default -> "unexpected character or token";
        };
        var location = e.getLocation();
        String where = location == null
                ? ""
                : " at line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
        return new JsonException("not JSON" + where + ": " + fault);
    }
}
