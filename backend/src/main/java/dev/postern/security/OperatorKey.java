package dev.postern.security;

import org.jspecify.annotations.Nullable;

/** The operator's key, for what asks for that and nothing else. */
public final class OperatorKey {

    private final String key;

    public OperatorKey(SecuritySettings settings) {
        key = settings.apiKey();
    }

    /** Whether an {@code Authorization} header carries it. */
    public boolean isIn(@Nullable String authorization) {
        return !key.isEmpty()
                && Bearer.token(authorization)
                        .filter(token -> Digests.same(token, key))
                        .isPresent();
    }
}
