package dev.postern.provider.webhook;

import dev.postern.model.Destination;
import dev.postern.model.Event;
import dev.postern.provider.webhook.WebhookSettings.Mode;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * Makes the request of one attempt. Its headers in the order in which later ones win: the content's type,
 * the destination's own, ours, delivery metadata, the event's metadata, and last of all the signature.
 */
final class RequestAssembler {

    /** As Go prints RFC3339Nano: no zeros at the fraction's end. */
    private static final DateTimeFormatter WITH_FRACTION = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .appendLiteral('Z')
            .toFormatter()
            .withZone(ZoneOffset.UTC);

    private final WebhookSettings settings;
    private final SystemHeaders names;
    private final Signing signing;

    RequestAssembler(WebhookSettings settings, Signing signing) {
        this.settings = settings;
        this.names = SystemHeaders.of(settings.mode(), settings.headers());
        this.signing = signing;
    }

    /**
     * The request.
     *
     * @throws MalformedRequestException where the destination and the event make none
     */
    WebhookRequest assemble(Destination destination, Event event, Instant now) {
        var fields = new HeaderFields();
        fields.put("user-agent", settings.http().userAgent());
        fields.put("content-type", "application/json");
        fields.putAll("", CustomHeaders.parse(destination.config().get(CustomHeaders.KEY)));
        identity(fields, event, now);
        put(fields, names.topic(), event.topic());
        if (settings.millisecondTimestamp()) {
            fields.put(names.prefix() + "timestamp-ms", WITH_FRACTION.format(now));
        }
        Map<String, String> deliveryMetadata = destination.deliveryMetadata();
        if (deliveryMetadata != null) {
            fields.putAll(names.prefix(), deliveryMetadata);
        }
        fields.putAll(names.prefix(), event.metadata());
        if (settings.mode() == Mode.STANDARD) {
            fields.putAll("", event.metadata());
            identity(fields, event, now); // it is signed, so nothing may stand in its place
        }
        if (!names.signature().isEmpty()) {
            List<String> secrets = Secrets.valid(destination.credentials(), now);
            fields.put(names.signature(), signing.header(event, now, secrets));
        }
        return new WebhookRequest(url(destination), fields.toMap(), event.requireData());
    }

    private void identity(HeaderFields fields, Event event, Instant now) {
        put(fields, names.eventId(), event.id());
        put(
                fields,
                names.timestamp(),
                switch (settings.mode()) {
                    case DEFAULT -> now.truncatedTo(ChronoUnit.SECONDS).toString();
                    case STANDARD -> Long.toString(now.getEpochSecond());
                });
    }

    private static void put(HeaderFields fields, String name, String value) {
        if (!name.isEmpty()) {
            fields.put(name, value);
        }
    }

    private static URI url(Destination destination) {
        try {
            return WebhookUrl.parse(destination.config().getOrDefault(WebhookType.URL, ""));
        } catch (MalformedRequestException e) {
            throw new MalformedRequestException("the destination's url " + e.getMessage());
        }
    }
}
