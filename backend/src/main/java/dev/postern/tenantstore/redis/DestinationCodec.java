package dev.postern.tenantstore.redis;

import static dev.postern.redis.RedisConnection.bytes;

import dev.postern.json.Json;
import dev.postern.json.JsonException;
import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.model.Filter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A destination as the fields of its hash. */
final class DestinationCodec {

    /** Matches nothing: what a stored filter stands for that is no JSON object. */
    private static final Filter NEVER = new Filter(Map.of("$or", List.of()));

    private static final List<Field> FIELDS = List.of(
            new Field("id", false, Destination::id),
            new Field("entity", false, destination -> "destination"),
            new Field("type", false, Destination::type),
            new Field("topics", false, destination -> StoredText.topics(destination.topics())),
            new Field("config", false, destination -> StoredText.map(destination.config())),
            new Field("credentials", true, destination -> StoredText.map(destination.credentials())),
            new Field("delivery_metadata", true, destination -> mapOrNull(destination.deliveryMetadata())),
            new Field("metadata", false, destination -> mapOrNull(destination.metadata())),
            new Field("filter", false, destination -> filterOrNull(destination.filter())),
            new Field("created_at", false, destination -> StoredText.time(destination.createdAt())),
            new Field("updated_at", false, destination -> StoredText.time(destination.updatedAt())),
            new Field(
                    "disabled_at",
                    false,
                    destination ->
                            destination.disabledAt() == null ? null : StoredText.time(destination.disabledAt())));

    private final SecretCipher cipher;

    DestinationCodec(SecretCipher cipher) {
        this.cipher = cipher;
    }

    /** All fields of a new hash. */
    Map<String, byte[]> encode(Destination destination) {
        var fields = new LinkedHashMap<String, byte[]>();
        for (Field field : FIELDS) {
            String text = field.text.apply(destination);
            if (text != null) {
                fields.put(field.name, stored(field, text));
            }
        }
        return fields;
    }

    /** What must be written to make the one into the other: what is equal keeps its stored bytes. */
    Changes changes(Destination before, Destination after) {
        var set = new LinkedHashMap<String, byte[]>();
        var remove = new ArrayList<String>();
        for (Field field : FIELDS) {
            String text = field.text.apply(after);
            if (Objects.equals(text, field.text.apply(before))) {
                continue;
            }
            if (text == null) {
                remove.add(field.name);
            } else {
                set.put(field.name, stored(field, text));
            }
        }
        return new Changes(set, remove);
    }

    /** The destination; empty where there is none or it is deleted. */
    Optional<Destination> decode(DestinationKey key, Map<String, byte[]> fields) {
        if (fields.isEmpty() || fields.containsKey("deleted_at")) {
            return Optional.empty();
        }
        var reader = new FieldReader("destination " + key.tenantId() + "/" + key.id(), fields);
        return Optional.of(new Destination(
                key.id(),
                key.tenantId(),
                reader.required("type", Function.identity()),
                reader.required("topics", StoredText::parseTopics),
                reader.optional("filter", DestinationCodec::parseFilter),
                orEmpty(reader.optional("config", StoredText::parseMap)),
                orEmpty(reader.optionalBytes("credentials", this::parseSecret)),
                reader.optionalBytes("delivery_metadata", this::parseSecret),
                reader.optional("metadata", StoredText::parseMap),
                reader.required("created_at", StoredText::parseTime),
                reader.required("updated_at", StoredText::parseTime),
                reader.optional("disabled_at", StoredText::parseTime)));
    }

    /** Reads any text: what is wrong with a filter must not hide the destination that has it. */
    static @Nullable Filter parseFilter(String text) {
        try {
            return filter(Json.parse(text));
        } catch (JsonException e) {
            return NEVER;
        }
    }

    /** The filter that a JSON value is. */
    static @Nullable Filter filter(@Nullable Object json) {
        if (json == null) {
            return null;
        }
        if (!(json instanceof Map<?, ?> members)) {
            return NEVER;
        }
        var conditions = new LinkedHashMap<String, @Nullable Object>();
        members.forEach((name, value) -> conditions.put((String) name, value));
        return conditions.isEmpty() ? null : new Filter(conditions);
    }

    private byte[] stored(Field field, String text) {
        return field.secret ? cipher.encrypt(text) : bytes(text);
    }

    private @Nullable Map<String, String> parseSecret(byte[] stored) {
        try {
            return StoredText.parseMap(cipher.decrypt(stored));
        } catch (JsonException e) {
            // Its message may quote the secret.
            throw new IllegalArgumentException("not JSON (expected: a JSON object)");
        }
    }

    private static @Nullable String mapOrNull(@Nullable Map<String, String> map) {
        return map == null ? null : StoredText.map(map);
    }

    private static @Nullable String filterOrNull(@Nullable Filter filter) {
        return filter == null ? null : Json.writeGo(Json.goValue(filter.conditions()));
    }

    private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
        return map == null ? Map.of() : map;
    }

    /** Fields to set, and fields to remove. */
    record Changes(Map<String, byte[]> set, List<String> remove) {}

    /**
     * One field.
     *
     * @param text its value before any encryption; null where the field is left out
     */
    private record Field(String name, boolean secret, Function<Destination, @Nullable String> text) {}
}
