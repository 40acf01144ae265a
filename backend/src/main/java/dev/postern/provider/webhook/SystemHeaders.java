package dev.postern.provider.webhook;

import dev.postern.provider.webhook.WebhookSettings.HeaderNames;
import dev.postern.provider.webhook.WebhookSettings.Mode;
import org.jspecify.annotations.Nullable;

/** The names of our own headers once mode and settings are put together; an empty one is not sent. */
record SystemHeaders(String prefix, String eventId, String signature, String timestamp, String topic) {

    static SystemHeaders of(Mode mode, HeaderNames names) {
        boolean standard = mode == Mode.STANDARD;
        String prefix = names.prefix() != null ? names.prefix() : standard ? "webhook-" : "x-outpost-";
        return new SystemHeaders(
                prefix,
                orUsual(names.eventId(), prefix + (standard ? "id" : "event-id")),
                orUsual(names.signature(), prefix + "signature"),
                orUsual(names.timestamp(), prefix + "timestamp"),
                orUsual(names.topic(), prefix + "topic"));
    }

    private static String orUsual(@Nullable String name, String usual) {
        return name == null ? usual : name;
    }
}
