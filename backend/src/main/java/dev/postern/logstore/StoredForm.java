package dev.postern.logstore;

import dev.postern.model.Delivery;
import dev.postern.model.Event;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a log keeps of events and deliveries, whichever store it is. No store can hold everything that
 * a queue may carry, and one row that it refuses must not keep the rest of a batch out. So:
 *
 * <ul>
 *   <li>U+0000, which PostgreSQL has no text for, and a half of a surrogate pair, which no encoding has
 *       bytes for, become U+FFFD, as does each that stands bare in JSON text;
 *   <li>times are cut to the store's {@link TimeResolution}, and moved into its range;
 *   <li>an event's own destination is not kept; a delivery's event comes without the matched ones;
 *   <li>a missing payload is the JSON text {@code null}, and an answer of {@code null} is none.
 * </ul>
 */
public final class StoredForm {

    private static final String JSON_NULL = "null";

    public static Event of(Event event, TimeResolution times) {
        return new Event(
                text(event.id()),
                text(event.tenantId()),
                null,
                event.matchedDestinationIds().stream().map(StoredForm::text).toList(),
                text(event.topic()),
                event.eligibleForRetry(),
                times.stored(event.time()),
                texts(event.metadata()),
                text(event.data() == null ? JSON_NULL : event.data()));
    }

    /**
     * The delivery with the event it carried.
     *
     * @param event in its stored form
     */
    public static Delivery of(Delivery delivery, Event event, TimeResolution times) {
        return new Delivery(
                text(delivery.id()),
                text(delivery.destinationId()),
                text(delivery.destinationType()),
                delivery.status(),
                times.stored(delivery.time()),
                delivery.attemptNumber(),
                delivery.manual(),
                delivery.code() == null ? null : text(delivery.code()),
                response(delivery.response()),
                delivery.latencyMs(),
                event.withMatchedDestinationIds(List.of()));
    }

    /** The text as it is stored, and so as it must be looked for. */
    public static String text(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0 || Character.isSurrogate(c)) {
                return replaced(text);
            }
        }
        return text;
    }

    private static String replaced(String text) {
        StringBuilder replaced = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c == 0 || Character.getType(c) == Character.SURROGATE ? 0xFFFD : c)
                .forEach(replaced::appendCodePoint);
        return replaced.toString();
    }

    /** The answer as it is read back; null where none was kept. */
    public static @Nullable String response(@Nullable String response) {
        return response == null || response.equals(JSON_NULL) ? null : text(response);
    }

    private static Map<String, String> texts(Map<String, String> map) {
        Map<String, String> texts = new LinkedHashMap<>();
        map.forEach((key, value) -> texts.put(text(key), text(value)));
        return texts;
    }

    private StoredForm() {}
}
