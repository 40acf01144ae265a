package dev.postern.provider.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.postern.provider.DestinationType;
import dev.postern.provider.DestinationType.Field;
import dev.postern.provider.DestinationType.Kind;
import dev.postern.provider.webhook.WebhookSettings.Mode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** The webhook's form. */
final class WebhookType {

    static final String NAME = "webhook";
    static final String URL = "url";

    static DestinationType of(Mode mode, SystemHeaders names) {
        return new DestinationType(
                NAME,
                "Webhook",
                "Sends each event as an HTTP POST request to a URL",
                text("webhook.svg"),
                List.of(
                        new Field(
                                URL,
                                "URL",
                                "Where events are sent; must answer with a status of 2xx in time",
                                Kind.TEXT,
                                true,
                                false,
                                null,
                                WebhookUrl.PATTERN,
                                null,
                                WebhookUrl.MAX_LENGTH,
                                List.of()),
                        optional(
                                CustomHeaders.KEY,
                                "Custom headers",
                                "Headers that go with every request, such as an API key of the receiver",
                                Kind.KEY_VALUE,
                                false),
                        new Field(
                                RateLimits.KEY,
                                "Rate limit",
                                "How many events are sent at most, such as 10 or 10/s, 100/m, 1000/h",
                                Kind.TEXT,
                                false,
                                false,
                                null,
                                RateLimits.PATTERN,
                                null,
                                RateLimits.MAX_LENGTH,
                                List.of())),
                List.of(
                        optional(
                                Secrets.CURRENT,
                                "Signing secret",
                                "Signs every request; generated where left out",
                                Kind.TEXT,
                                true),
                        optional(
                                Secrets.PREVIOUS,
                                "Previous signing secret",
                                "Signs every request as well until it ends",
                                Kind.TEXT,
                                true),
                        optional(
                                Secrets.PREVIOUS_INVALID_AT,
                                "End of the previous signing secret",
                                "A time such as 2026-01-31T12:00:00Z",
                                Kind.TEXT,
                                false)),
                text(mode == Mode.STANDARD ? "instructions-standard.md" : "instructions-default.md")
                        .replace("{prefix}", names.prefix())
                        .replace("{event-id}", shown(names.eventId()))
                        .replace("{timestamp}", shown(names.timestamp()))
                        .replace("{topic}", shown(names.topic()))
                        .replace("{signature}", shown(names.signature())));
    }

    private static Field optional(String key, String label, String description, Kind kind, boolean sensitive) {
        return new Field(key, label, description, kind, false, sensitive, null, null, null, null, List.of());
    }

    private static String shown(String header) {
        return header.isEmpty() ? "(not sent here)" : header;
    }

    private static String text(String resource) {
        try (InputStream in = Objects.requireNonNull(WebhookType.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private WebhookType() {}
}
