package dev.postern.api.destination;

import dev.postern.model.Destination;
import dev.postern.provider.DestinationType.Field;
import dev.postern.provider.Masking;
import dev.postern.provider.ProviderRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Shows of credentials what tells one from another, and no more. What is not known to be harmless is secret. */
final class CredentialHints {

    private final ProviderRegistry providers;

    private CredentialHints(ProviderRegistry providers) {
        this.providers = providers;
    }

    static CredentialHints of(ProviderRegistry providers) {
        return new CredentialHints(providers);
    }

    Map<String, String> hints(Destination destination) {
        Set<String> harmless = harmless(destination.type());
        var hints = new LinkedHashMap<String, String>();
        destination.credentials().forEach((key, value) -> hints.put(key, harmless.contains(key) ? value : hint(value)));
        return hints;
    }

    /** Whether the value is what is shown of the stored one, sent back by a form that never knew more. */
    boolean isHint(Destination stored, String key, String value) {
        return value.equals(hints(stored).get(key));
    }

    private Set<String> harmless(String type) {
        return providers.find(type).stream()
                .flatMap(provider -> provider.type().credentialFields().stream())
                .filter(field -> !field.sensitive())
                .map(Field::key)
                .collect(Collectors.toSet());
    }

    private static String hint(String value) {
        return value.isEmpty() ? "" : Masking.hint(value);
    }
}
