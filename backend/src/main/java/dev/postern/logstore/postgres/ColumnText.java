package dev.postern.logstore.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Columns of many values as one text each, which PostgreSQL takes apart at every separator: cheaper on both
 * sides than an array, whose text has quotes and escapes. A separator stands before every value, the first one
 * too, for a text of nothing would be a column of nothing.
 */
final class ColumnText {

    private static final char SEPARATOR = '\u0001';
    private static final String ABSENT = "\u0002";

    /** The separator, what stands for null, and then the columns. */
    static List<String> of(List<List<@Nullable String>> columns) {
        boolean ambiguous = false;
        for (List<@Nullable String> column : columns) {
            ambiguous |= isAmbiguous(column);
        }
        // Should a value have the marks in it, those that nobody can guess are taken instead.
        String suffix = ambiguous ? UUID.randomUUID().toString() : "";
        String separator = SEPARATOR + suffix;
        String absent = ABSENT + suffix;
        List<String> texts = new ArrayList<>(List.of(separator, absent));
        for (List<@Nullable String> column : columns) {
            texts.add(text(column, separator, absent));
        }
        return texts;
    }

    private static boolean isAmbiguous(List<@Nullable String> column) {
        for (String value : column) {
            if (value != null && (value.indexOf(SEPARATOR) >= 0 || value.equals(ABSENT))) {
                return true;
            }
        }
        return false;
    }

    /** Of a thousand payloads this is megabytes: it is made in one piece, not by growing. */
    private static String text(List<@Nullable String> column, String separator, String absent) {
        List<String> parts = new ArrayList<>(column.size() + 1);
        parts.add("");
        for (String value : column) {
            parts.add(value == null ? absent : value);
        }
        return String.join(separator, parts);
    }

    private ColumnText() {}
}
