package dev.postern.security;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How credentials are sent. */
final class Bearer {

    private static final String SCHEME = "Bearer ";

    /** What an {@code Authorization} header carries; empty where it is of another kind. */
    static Optional<String> token(@Nullable String authorization) {
        return authorization != null && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? Optional.of(authorization.substring(SCHEME.length()).strip())
                : Optional.empty();
    }

    private Bearer() {}
}
