package dev.postern.api.wire;

import dev.postern.json.Json;
import dev.postern.json.JsonException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message of the protocol {@code graphql-transport-ws}.
 *
 * @param id of the operation that it is about; empty where it is about none
 * @param payload null where there is none
 */
record SocketMessage(String type, String id, @Nullable Object payload) {

    /** Reads what a client sent; fails with {@link SocketClosed}. */
    static SocketMessage read(String text) {
        Map<String, @Nullable Object> members;
        try {
            members = Json.parseObject(text);
            WellFormed.require(members);
        } catch (JsonException e) {
            throw SocketClosed.badRequest("The message is not a JSON object");
        } catch (BadRequest e) {
            throw SocketClosed.badRequest(e.reason());
        }
        if (!(members.get("type") instanceof String type)) {
            throw SocketClosed.badRequest("type is missing (expected: a string)");
        }
        Object id = members.get("id");
        if (id != null && !(id instanceof String)) {
            throw SocketClosed.badRequest("id is of the wrong type (expected: a string)");
        }
        return new SocketMessage(type, id == null ? "" : (String) id, members.get("payload"));
    }

    /** The payload, which must be an object, or with {@code optional} may be absent. */
    Map<String, @Nullable Object> object(boolean optional) {
        if (payload == null && optional) {
            return Map.of();
        }
        if (!(payload instanceof Map<?, ?> members)) {
            throw SocketClosed.badRequest("payload is of the wrong type (expected: an object)");
        }
        var object = new LinkedHashMap<String, @Nullable Object>();
        members.forEach((name, value) -> object.put((String) name, value));
        return object;
    }

    String requireId() {
        if (id.isEmpty()) {
            throw SocketClosed.badRequest("id is missing (expected: a string)");
        }
        return id;
    }

    static String ack() {
        return Json.write(Map.of("type", "connection_ack"));
    }

    static String pong(@Nullable Object payload) {
        return write("pong", null, payload);
    }

    static String next(String id, Map<String, Object> answer) {
        return write("next", id, answer);
    }

    static String error(String id, List<? extends Map<String, Object>> errors) {
        return write("error", id, errors);
    }

    static String complete(String id) {
        return write("complete", id, null);
    }

    private static String write(String type, @Nullable String id, @Nullable Object payload) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        if (id != null) {
            members.put("id", id);
        }
        members.put("type", type);
        if (payload != null) {
            members.put("payload", payload);
        }
        return Json.write(members);
    }
}
