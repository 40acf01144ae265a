package dev.postern.portal.destinations;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Pairs, written one a line as {@code name: value}, the way headers are. Stored as the text of a JSON object. */
final class KeyValueLines {

    private static final JsonMapper MAPPER = new JsonMapper();

    private KeyValueLines() {}

    /** The JSON text. A line without a colon becomes a name with an empty value, for the gateway to judge. */
    static String toJson(String lines) {
        Map<String, String> pairs = new LinkedHashMap<>();
        lines.lines().filter(line -> !line.isBlank()).forEach(line -> {
            int colon = line.indexOf(':');
            String name = colon < 0 ? line : line.substring(0, colon);
            pairs.put(name.strip(), colon < 0 ? "" : line.substring(colon + 1).strip());
        });
        return MAPPER.writeValueAsString(pairs);
    }
}
