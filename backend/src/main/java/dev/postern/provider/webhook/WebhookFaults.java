package dev.postern.provider.webhook;

import dev.postern.model.Destination;
import dev.postern.provider.DestinationProvider.FieldFault;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds all that is wrong with a webhook before it is stored. */
final class WebhookFaults {

    private final boolean allowPrivate;
    private final String prefix;
    private final Signing signing;

    WebhookFaults(boolean allowPrivate, String prefix, Signing signing) {
        this.allowPrivate = allowPrivate;
        this.prefix = prefix;
        this.signing = signing;
    }

    List<FieldFault> in(Destination destination) {
        List<FieldFault> faults = new ArrayList<>();
        url(destination.config(), faults);
        customHeaders(destination.config(), faults);
        RateLimits.faultIn(destination.config().get(RateLimits.KEY))
                .ifPresent(fault -> faults.add(wrong("rate_limit " + fault, "config", RateLimits.KEY)));
        secrets(destination.credentials(), faults);
        Map<String, String> deliveryMetadata = destination.deliveryMetadata();
        if (deliveryMetadata != null) {
            deliveryMetadata.forEach((key, value) -> HeaderFields.faultIn(prefix + key, value)
                    .ifPresent(fault -> faults.add(wrong(key + " " + fault, "deliveryMetadata", key))));
        }
        return List.copyOf(faults);
    }

    private void url(Map<String, String> config, List<FieldFault> faults) {
        String url = config.getOrDefault(WebhookType.URL, "");
        if (url.isBlank()) {
            faults.add(missing("url is missing (expected: where events are sent)", "config", WebhookType.URL));
            return;
        }
        try {
            URI uri = WebhookUrl.parse(url);
            if (!allowPrivate) {
                WebhookUrl.requirePublic(uri);
            }
        } catch (MalformedRequestException e) {
            faults.add(wrong("url " + e.getMessage(), "config", WebhookType.URL));
        }
    }

    private static void customHeaders(Map<String, String> config, List<FieldFault> faults) {
        try {
            CustomHeaders.read(config.get(CustomHeaders.KEY))
                    .forEach((name, value) -> CustomHeaders.faultIn(name, value)
                            .ifPresent(
                                    fault -> faults.add(wrong(name + " " + fault, "config", CustomHeaders.KEY, name))));
        } catch (MalformedRequestException e) {
            faults.add(wrong(String.valueOf(e.getMessage()), "config", CustomHeaders.KEY));
        }
    }

    private void secrets(Map<String, String> credentials, List<FieldFault> faults) {
        for (String key : List.of(Secrets.CURRENT, Secrets.PREVIOUS)) {
            Secrets.value(credentials, key)
                    .flatMap(signing::faultIn)
                    .ifPresent(fault -> faults.add(wrong(key + " " + fault, "credentials", key)));
        }
        boolean previous = Secrets.value(credentials, Secrets.PREVIOUS).isPresent();
        boolean end = Secrets.value(credentials, Secrets.PREVIOUS_INVALID_AT).isPresent();
        if (previous && Secrets.value(credentials, Secrets.CURRENT).isEmpty()) {
            faults.add(missing("secret is missing beside previous_secret", "credentials", Secrets.CURRENT));
        }
        if (previous && !end) {
            faults.add(missing(
                    "previous_secret_invalid_at is missing beside previous_secret",
                    "credentials",
                    Secrets.PREVIOUS_INVALID_AT));
        }
        if (end && !previous) {
            faults.add(missing(
                    "previous_secret is missing beside previous_secret_invalid_at", "credentials", Secrets.PREVIOUS));
        }
        if (end && Secrets.invalidAt(credentials).isEmpty()) {
            faults.add(wrong(
                    "previous_secret_invalid_at is no time (expected: such as 2026-01-31T12:00:00Z)",
                    "credentials",
                    Secrets.PREVIOUS_INVALID_AT));
        }
    }

    private static FieldFault wrong(String message, String... path) {
        return new FieldFault(List.of(path), false, message);
    }

    private static FieldFault missing(String message, String... path) {
        return new FieldFault(List.of(path), true, message);
    }
}
