package dev.postern.api.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.postern.api.error.UserError.Code;
import dev.postern.model.Destination;
import dev.postern.provider.DestinationProvider;
import dev.postern.provider.DestinationType;
import dev.postern.provider.DestinationType.Field;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What config and credentials may hold. What is stored already is no fault of the caller's: another
 * system may have put there what we would refuse.
 */
final class FormRules {

    private static final int MAX_VALUE_BYTES = 8 * 1024;
    private static final int MAX_BYTES = 64 * 1024;

    /**
     * Refuses keys that the type doesn't know, values of more than 8 KiB, and more than 64 KiB in all.
     *
     * @param type empty where this installation doesn't know it, and any key is as good as another
     */
    static void check(Destination stored, Destination changed, Optional<DestinationType> type, Faults faults) {
        check("config", stored.config(), changed.config(), type.map(DestinationType::configFields), faults);
        check(
                "credentials",
                stored.credentials(),
                changed.credentials(),
                type.map(DestinationType::credentialFields),
                faults);
    }

    /** Refuses to take away what the provider would have had to make, were the destination new. */
    static void checkKept(Destination stored, Destination changed, DestinationProvider provider, Faults faults) {
        Map<String, String> complete = provider.prepare(changed).credentials();
        stored.credentials().forEach((key, value) -> {
            boolean gone = changed.credentials().getOrDefault(key, "").isBlank();
            if (gone && !value.isBlank() && complete.containsKey(key)) {
                faults.add(Code.REQUIRED, "removed (expected: a value, which deliveries need)", "credentials", key);
            }
        });
    }

    private static void check(
            String name,
            Map<String, String> stored,
            Map<String, String> changed,
            Optional<List<Field>> fields,
            Faults faults) {
        long size = bytes(changed);
        if (size > MAX_BYTES && size > bytes(stored)) {
            faults.add(Code.TOO_LARGE, "%d bytes (expected: at most %d)".formatted(size, MAX_BYTES), name);
            return;
        }
        changed.forEach((key, value) -> {
            if (value.equals(stored.get(key))) {
                return;
            }
            if (bytes(value) > MAX_VALUE_BYTES) {
                faults.add(
                        Code.TOO_LARGE,
                        "%d bytes (expected: at most %d)".formatted(bytes(value), MAX_VALUE_BYTES),
                        name,
                        key);
            }
            fields.filter(known -> !stored.containsKey(key)
                            && known.stream().noneMatch(field -> field.key().equals(key)))
                    .ifPresent(known -> faults.add(Code.INVALID, unknown(key, known), name, key));
        });
    }

    private static String unknown(String key, List<Field> known) {
        return "%s is unknown (expected: one of %s)"
                .formatted(key, known.stream().map(Field::key).collect(Collectors.joining(", ")));
    }

    private static long bytes(Map<String, String> entries) {
        return entries.entrySet().stream()
                .mapToLong(entry -> bytes(entry.getKey()) + bytes(entry.getValue()))
                .sum();
    }

    private static long bytes(String text) {
        return text.getBytes(UTF_8).length;
    }

    private FormRules() {}
}
