package dev.postern.api.wire;

import dev.postern.api.trusted.PersistedQuery;
import dev.postern.json.Json;
import dev.postern.json.JsonException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/** The members of a GraphQL request, from a POST's body or a GET's parameters. */
final class GraphQlRequestReader {

    /** What a body asks; numbers keep every digit. */
    static Map<String, Object> fromBody(String body) {
        return checked(object(body, "The body"));
    }

    static Map<String, Object> fromParameters(MultiValueMap<String, String> parameters) {
        var request = new LinkedHashMap<String, @Nullable Object>();
        for (String name : new String[] {"query", "documentId", "operationName"}) {
            request.put(name, parameters.getFirst(name));
        }
        for (String name : new String[] {"variables", "extensions"}) {
            String text = parameters.getFirst(name);
            request.put(name, text == null ? null : object(text, name));
        }
        return checked(request);
    }

    private static Map<String, @Nullable Object> object(String text, String what) {
        try {
            Map<String, @Nullable Object> members = Json.parseObject(text);
            WellFormed.require(members);
            return members;
        } catch (JsonException e) {
            throw BadRequest.malformed("%s is not a JSON object: %s".formatted(what, e.getMessage()));
        }
    }

    /** What an object asks, however it came; fails with {@link BadRequest}. */
    static Map<String, Object> checked(Map<String, @Nullable Object> request) {
        var checked = new LinkedHashMap<String, Object>();
        keep(request, "query", String.class, "a string", checked);
        keep(request, "documentId", String.class, "a string", checked);
        keep(request, "operationName", String.class, "a string", checked);
        keep(request, "variables", Map.class, "an object", checked);
        keep(request, "extensions", Map.class, "an object", checked);
        try {
            return PersistedQuery.resolve(checked);
        } catch (IllegalArgumentException e) {
            throw BadRequest.malformed(String.valueOf(e.getMessage()));
        }
    }

    private static void keep(
            Map<String, @Nullable Object> request,
            String name,
            Class<?> type,
            String expected,
            Map<String, Object> kept) {
        Object value = request.get(name);
        if (value == null) {
            return;
        }
        if (!type.isInstance(value)) {
            throw BadRequest.malformed("%s is of the wrong type (expected: %s)".formatted(name, expected));
        }
        kept.put(name, value);
    }

    private GraphQlRequestReader() {}
}
