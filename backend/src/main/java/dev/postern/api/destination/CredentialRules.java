package dev.postern.api.destination;

import dev.postern.api.error.RefusedException;
import dev.postern.api.error.UserError.Code;
import dev.postern.api.input.Input;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.model.Destination;
import dev.postern.provider.ProviderRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What may come in as credentials. */
final class CredentialRules {

    /** Made by us, and changed by rotation: one that a tenant chose could be one that others know. */
    private static final List<String> OURS = List.of("secret", "previous_secret", "previous_secret_invalid_at");

    private static final String WEBHOOK = "webhook";

    private final CredentialHints hints;

    CredentialRules(ProviderRegistry providers) {
        hints = CredentialHints.of(providers);
    }

    /** The patch without what is but the hint of a stored value: it was never meant as a new one. */
    @Nullable
    Object withoutHints(Destination stored, Input input) {
        if (!(input.json("credentials") instanceof Map<?, ?> patch)) {
            return input.json("credentials");
        }
        var kept = new LinkedHashMap<String, @Nullable Object>();
        patch.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (!(value instanceof String text && hints.isHint(stored, name, text))) {
                kept.put(name, value);
            }
        });
        return kept;
    }

    void refuseSecrets(String type, Input input, ViewerScope scope) {
        refuseSecrets(type, input.json("credentials"), scope);
    }

    void refuseSecrets(String type, @Nullable Object credentials, ViewerScope scope) {
        if (scope.operator() || !type.equals(WEBHOOK) || !(credentials instanceof Map<?, ?> given)) {
            return;
        }
        OURS.stream().filter(given::containsKey).findFirst().ifPresent(key -> {
            throw new RefusedException(
                    Code.FORBIDDEN,
                    "Only an operator may choose it; rotateDestinationSecret makes a new one",
                    "input",
                    "credentials",
                    key);
        });
    }
}
