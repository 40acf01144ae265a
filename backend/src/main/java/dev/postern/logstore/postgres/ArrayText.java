package dev.postern.logstore.postgres;

import java.util.Collection;

/** PostgreSQL's text form of a text array: arrays inside arrays could not differ in length otherwise. */
final class ArrayText {

    static String of(Collection<String> values) {
        StringBuilder text = new StringBuilder("{");
        for (String value : values) {
            text.append(text.length() == 1 ? "\"" : ",\"")
                    .append(value.replace("\\", "\\\\").replace("\"", "\\\""))
                    .append('"');
        }
        return text.append('}').toString();
    }

    private ArrayText() {}
}
