package dev.postern.provider.webhook;

import dev.postern.model.DeliveryTask;
import dev.postern.model.Destination;
import dev.postern.model.Event;
import dev.postern.model.Topics;
import dev.postern.provider.PublishOutcome;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What the tests of webhooks have in common. */
final class Webhooks {

    static final Instant NOW = Instant.parse("2026-03-04T05:06:07.890Z");
    static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    static final String SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
    static final String OLD_SECRET = "whsec_b2xkb2xkb2xkb2xkb2xkb2xkb2xkb2xkb2xkb2xkb2w=";
    static final String DATA = "{ \"amount\": 1.10,\t\"note\": \"caf\u00e9 \u2028 <\ud83d\ude00>\", \"n\": 1e400 }";

    /** With a deadline that no answer from this machine misses. */
    static WebhookSettings settings() {
        return WebhookSettings.defaults()
                .withAllowPrivate(true)
                .withHttp(WebhookSettings.Http.defaults().withDeadline(Duration.ofSeconds(30)));
    }

    static WebhookProvider provider(WebhookSettings settings) {
        return new WebhookProvider(settings, CLOCK, new SecureRandom());
    }

    static Destination destination(String url) {
        return new Destination(
                "des_1",
                "acme",
                "webhook",
                new Topics(List.of("*")),
                null,
                Map.of("url", url),
                Map.of("secret", SECRET),
                null,
                null,
                NOW,
                NOW,
                null);
    }

    static Destination with(Destination destination, String configKey, String value) {
        Map<String, String> config = new HashMap<>(destination.config());
        config.put(configKey, value);
        return destination.withConfig(config);
    }

    static Destination withDeliveryMetadata(Destination to, Map<String, String> deliveryMetadata) {
        return new Destination(
                to.id(),
                to.tenantId(),
                to.type(),
                to.topics(),
                to.filter(),
                to.config(),
                to.credentials(),
                deliveryMetadata,
                to.metadata(),
                to.createdAt(),
                to.updatedAt(),
                to.disabledAt());
    }

    static DeliveryTask task(Map<String, String> metadata) {
        var event = new Event("evt_1", "acme", null, List.of(), "order.paid", true, NOW, metadata, DATA);
        return new DeliveryTask(event, "des_1", 1, false);
    }

    static PublishOutcome publish(WebhookProvider provider, Destination destination) {
        return publish(provider, destination, Map.of());
    }

    static PublishOutcome publish(WebhookProvider provider, Destination destination, Map<String, String> metadata) {
        return Objects.requireNonNull(
                provider.publish(destination, task(metadata)).block(Duration.ofMinutes(1)));
    }

    private Webhooks() {}
}
