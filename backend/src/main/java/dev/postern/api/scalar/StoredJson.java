package dev.postern.api.scalar;

import dev.postern.json.Json;
import dev.postern.json.JsonException;
import org.jspecify.annotations.Nullable;

/** JSON text out of a store. */
public final class StoredJson {

    /** Its value; the text itself where another writer stored what is no JSON. */
    public static @Nullable Object value(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return Json.parse(text);
        } catch (JsonException e) {
            return text;
        }
    }

    private StoredJson() {}
}
