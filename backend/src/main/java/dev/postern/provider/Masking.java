package dev.postern.provider;

/** How a secret is shown to people who may know which one it is, but not what it is. */
public final class Masking {

    private static final int SHOWN = 4;
    private static final int SHORTEST_WITH_HINT = 10;
    private static final String MASK = "****";

    /**
     * The first four characters and {@code ****}, or {@code ****} alone for a secret under ten characters,
     * which a hint would half give away. Always the same number of stars: the length is secret too.
     */
    public static String hint(String secret) {
        if (secret.codePointCount(0, secret.length()) < SHORTEST_WITH_HINT) {
            return MASK;
        }
        return secret.substring(0, secret.offsetByCodePoints(0, SHOWN)) + MASK;
    }

    private Masking() {}
}
