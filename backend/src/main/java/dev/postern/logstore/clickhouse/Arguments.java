package dev.postern.logstore.clickhouse;

import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The values of a statement's parameters {@code {v0:String}}, {@code {v1:Array(String)}} and so on. The server
 * reads each by its type, after it has parsed the statement: whatever is in a value, it is never SQL.
 */
final class Arguments {

    private final Map<String, Object> values = new LinkedHashMap<>();
    private int length;

    Arguments text(String value) {
        return add(escaped(value));
    }

    Arguments texts(Collection<String> list) {
        return add(list.stream().map(value -> "'" + escaped(value) + "'").collect(Collectors.joining(",", "[", "]")));
    }

    /** For {@code {v0:Int64}}, in milliseconds. */
    Arguments time(Instant time) {
        return add(String.valueOf(time.toEpochMilli()));
    }

    Arguments number(long value) {
        return add(String.valueOf(value));
    }

    /** About how many characters there are in all. */
    int length() {
        return length;
    }

    Map<String, Object> values() {
        return values;
    }

    private Arguments add(String value) {
        values.put("v" + values.size(), value);
        length += value.length();
        return this;
    }

    /** As ClickHouse's "escaped" text has it, and inside quotes too. */
    private static String escaped(String value) {
        StringBuilder text = new StringBuilder(value.length() + 8);
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> text.append("\\\\");
                case '\'' -> text.append("\\'");
                case '\t' -> text.append("\\t");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\0' -> text.append("\\0");
                default -> text.append(c);
            }
        }
        return text.toString();
    }
}
