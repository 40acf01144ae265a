package dev.postern.api.page;

import dev.postern.api.error.ApiException;
import dev.postern.model.Cursor;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;

/** Cursors as clients see them. */
final class Cursors {

    static String text(ListKind kind, Cursor cursor) {
        String plain = kind.resource() + "|" + cursor.time() + "|" + cursor.id();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    }

    static Cursor parse(String argument, String text, ListKind kind) {
        try {
            String[] parts = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split("\\|", 3);
            if (parts.length == 3 && parts[0].equals(kind.resource()) && !parts[2].isEmpty()) {
                return new Cursor(Instant.parse(parts[1]), parts[2]);
            }
        } catch (IllegalArgumentException | DateTimeException e) {
            // Told below, like any other text that is no cursor of this list.
        }
        throw ApiException.badInput(argument, "not a cursor of this list (expected: one that a page of it gave)");
    }

    private Cursors() {}
}
