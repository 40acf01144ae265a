package dev.postern.tenantstore.redis;

import dev.postern.redis.RedisConnection;
import dev.postern.tenantstore.UnreadableFieldException;
import java.time.DateTimeException;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads one hash, and says which of its fields it was that could not be read. */
record FieldReader(String owner, Map<String, byte[]> fields) {

    <T> T required(String name, Function<String, T> parse) {
        byte[] stored = fields.get(name);
        if (stored == null) {
            throw new UnreadableFieldException("%s: %s: missing".formatted(owner, name), null);
        }
        return parsed(name, stored, bytes -> parse.apply(RedisConnection.text(bytes)));
    }

    <T extends @Nullable Object> @Nullable T optional(String name, Function<String, T> parse) {
        return optionalBytes(name, bytes -> parse.apply(RedisConnection.text(bytes)));
    }

    <T extends @Nullable Object> @Nullable T optionalBytes(String name, Function<byte[], T> parse) {
        byte[] stored = fields.get(name);
        return stored == null ? null : parsed(name, stored, parse);
    }

    private <T extends @Nullable Object> T parsed(String name, byte[] stored, Function<byte[], T> parse) {
        try {
            return parse.apply(stored);
        } catch (IllegalArgumentException | DateTimeException | dev.postern.json.JsonException e) {
            throw new UnreadableFieldException("%s: %s: %s".formatted(owner, name, e.getMessage()), e);
        }
    }
}
