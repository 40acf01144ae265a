package dev.postern.provider;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The destination types that this installation knows. */
public final class ProviderRegistry {

    private final Map<String, DestinationProvider> byType = new LinkedHashMap<>();

    public ProviderRegistry(List<DestinationProvider> providers) {
        for (DestinationProvider provider : providers) {
            String type = provider.type().type();
            if (byType.putIfAbsent(type, provider) != null) {
                throw new IllegalArgumentException("providers: two of type %s (expected: one each)".formatted(type));
            }
        }
    }

    public Optional<DestinationProvider> find(String type) {
        return Optional.ofNullable(byType.get(type));
    }

    public List<DestinationProvider> all() {
        return List.copyOf(byType.values());
    }

    public List<DestinationType> types() {
        return byType.values().stream().map(DestinationProvider::type).toList();
    }
}
