package dev.postern.api.input;

import dev.postern.api.error.RefusedException;
import dev.postern.api.error.UserError.Code;
import dev.postern.model.Destination;
import dev.postern.model.Filter;
import dev.postern.model.InvalidFilterException;
import dev.postern.model.Topics;
import dev.postern.provider.DestinationProvider;
import dev.postern.provider.DestinationType;
import dev.postern.provider.ProviderRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes destinations of what callers give, or refuses it field by field. */
public final class DestinationInput {

    private final ProviderRegistry providers;
    private final TopicRules topics;

    public DestinationInput(ProviderRegistry providers, TopicRules topics) {
        this.providers = providers;
        this.topics = topics;
    }

    /** A destination as it is to be stored first; throws {@link RefusedException}. */
    public Destination create(Input input, String tenantId, String id, Instant now) {
        var faults = new Faults().keyId("id", id);
        List<String> entries = topics(input);
        topics.check(entries, faults);
        Filter filter = filter(input, faults);
        faults.metadata("deliveryMetadata", input.strings("deliveryMetadata"))
                .metadata("metadata", input.strings("metadata"));
        String type = String.valueOf(input.text("type"));
        Optional<DestinationProvider> provider = providers.find(type);
        if (provider.isEmpty()) {
            faults.add(Code.INVALID, "'%s' is unknown (expected: one of %s)".formatted(type, types()), "type");
        }
        faults.refuse();
        var given = new Destination(
                id,
                tenantId,
                type,
                new Topics(entries).normalized(),
                filter,
                orEmpty(input.strings("config")),
                orEmpty(input.strings("credentials")),
                input.strings("deliveryMetadata"),
                input.strings("metadata"),
                now,
                now,
                null);
        FormRules.check(
                given.withCredentials(Map.of()).withConfig(Map.of()),
                given,
                provider.map(DestinationProvider::type),
                faults);
        faults.refuse();
        validate(given, provider.orElseThrow());
        return provider.orElseThrow().prepare(given);
    }

    /**
     * The stored destination with what the input changes; throws {@link RefusedException}.
     *
     * @param credentials the patch of the credentials, once hints that came back are taken out of it
     */
    public Destination update(Destination stored, Input input, @Nullable Object credentials, Instant now) {
        var faults = new Faults();
        List<String> entries = stored.topics().entries();
        if (input.has("topics")) {
            entries = topics(input);
            topics.check(entries, faults);
        }
        Filter filter = input.has("filter") ? filter(input, faults) : stored.filter();
        if (input.has("credentials") && credentials == null) {
            faults.add(Code.REQUIRED, "null (expected: an object of what changes)", "credentials");
        }
        Map<String, String> deliveryMetadata = merged(stored.deliveryMetadata(), input, "deliveryMetadata", faults);
        Map<String, String> metadata = merged(stored.metadata(), input, "metadata", faults);
        var changed = new Destination(
                stored.id(),
                stored.tenantId(),
                stored.type(),
                new Topics(entries).normalized(),
                filter,
                patched(stored.config(), input.json("config"), "config", faults),
                patched(stored.credentials(), credentials, "credentials", faults),
                deliveryMetadata,
                metadata,
                stored.createdAt(),
                now,
                stored.disabledAt());
        faults.metadata("deliveryMetadata", input.has("deliveryMetadata") ? deliveryMetadata : null)
                .metadata("metadata", input.has("metadata") ? metadata : null);
        Optional<DestinationProvider> provider = providers.find(stored.type());
        FormRules.check(stored, changed, provider.map(DestinationProvider::type), faults);
        faults.refuse();
        provider.ifPresent(known -> {
            validate(changed, known);
            FormRules.checkKept(stored, changed, known, faults);
        });
        faults.refuse();
        return changed;
    }

    /** Neither can be cleared as a whole: null is no patch. */
    private static Map<String, String> patched(
            Map<String, String> stored, @Nullable Object patch, String field, Faults faults) {
        return patch == null ? stored : MergePatch.apply(stored, patch, field, faults);
    }

    private static void validate(Destination destination, DestinationProvider provider) {
        var faults = new Faults();
        provider.validate(destination)
                .forEach(fault -> faults.add(
                        fault.missing() ? Code.REQUIRED : Code.INVALID,
                        fault.message(),
                        fault.path().toArray(String[]::new)));
        faults.refuse();
    }

    private static @Nullable Map<String, String> merged(
            @Nullable Map<String, String> stored, Input input, String field, Faults faults) {
        if (!input.has(field)) {
            return stored;
        }
        return input.json(field) == null ? null : MergePatch.apply(stored, input.json(field), field, faults);
    }

    private static List<String> topics(Input input) {
        var entries = new ArrayList<String>();
        if (input.value("topics") instanceof List<?> list) {
            list.forEach(entry -> entries.add(String.valueOf(entry)));
        }
        return entries;
    }

    @SuppressWarnings("unchecked")
    private static @Nullable Filter filter(Input input, Faults faults) {
        Object value = input.json("filter");
        if (value == null || (value instanceof Map<?, ?> empty && empty.isEmpty())) {
            return null;
        }
        if (!(value instanceof Map<?, ?>)) {
            faults.add(Code.INVALID, "not an object (expected: an object of conditions)", "filter");
            return null;
        }
        try {
            return Filter.of((Map<String, @Nullable Object>) value);
        } catch (InvalidFilterException e) {
            var path = new ArrayList<>(List.of("filter"));
            path.addAll(e.path());
            faults.add(Code.INVALID, String.valueOf(e.getMessage()), path.toArray(String[]::new));
            return null;
        }
    }

    private String types() {
        return providers.types().stream().map(DestinationType::type).collect(Collectors.joining(", "));
    }

    private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
        return map == null ? Map.of() : map;
    }
}
