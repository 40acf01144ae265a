package dev.postern.api;

import dev.postern.model.DeliveryTask;
import dev.postern.model.Destination;
import dev.postern.provider.DestinationProvider;
import dev.postern.provider.DestinationType;
import dev.postern.provider.DestinationType.Field;
import dev.postern.provider.DestinationType.Kind;
import dev.postern.provider.PublishOutcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** A webhook that sends nothing. */
final class SampleProvider implements DestinationProvider {

    @Override
    public DestinationType type() {
        return new DestinationType(
                "webhook",
                "Webhook",
                "An HTTP request",
                "<svg/>",
                List.of(new Field("url", "URL", "", Kind.TEXT, true, false, null, null, null, null, List.of())),
                List.of(new Field("secret", "Secret", "", Kind.TEXT, false, true, null, null, null, null, List.of())),
                "");
    }

    @Override
    public List<FieldFault> validate(Destination destination) {
        String url = destination.config().get("url");
        if (url == null) {
            return List.of(new FieldFault(List.of("config", "url"), true, "missing (expected: a URL)"));
        }
        return url.startsWith("http") && !url.contains(" ")
                ? List.of()
                : List.of(new FieldFault(List.of("config", "url"), false, "not an http URL"));
    }

    @Override
    public Destination prepare(Destination destination) {
        Map<String, String> credentials = new LinkedHashMap<>(Map.of("secret", "whsec_0123456789"));
        credentials.putAll(destination.credentials());
        return destination.withCredentials(credentials);
    }

    @Override
    public Optional<Destination> rotateSecret(Destination destination, Duration overlap) {
        return Optional.of(destination.withCredentials(Map.of("secret", "rotated_secret_value")));
    }

    @Override
    public Target target(Destination destination) {
        return new Target(String.valueOf(destination.config().get("url")), Optional.empty());
    }

    @Override
    public Mono<PublishOutcome> publish(Destination destination, DeliveryTask task) {
        return Mono.just(new PublishOutcome.Delivered("200", "{\"body\":\"ok\"}"));
    }
}
