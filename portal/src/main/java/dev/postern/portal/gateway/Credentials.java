package dev.postern.portal.gateway;

/**
 * What the visitor proves their identity with: an operator key, a tenant token or a link's code.
 *
 * @param bearer the secret itself: 1 to 4,096 visible ASCII characters
 */
public record Credentials(String bearer) {

    private static final int MAX_LENGTH = 4096;

    public Credentials {
        if (!acceptable(bearer)) {
            throw new IllegalArgumentException("bearer: (expected: 1 to 4096 visible ASCII characters)");
        }
    }

    /** Whether the text could be a credential at all: nothing else may reach a header. */
    public static boolean acceptable(String text) {
        return !text.isEmpty() && text.length() <= MAX_LENGTH && text.chars().allMatch(c -> c > ' ' && c < 127);
    }

    /** The value of the {@code Authorization} header. */
    String header() {
        return "Bearer " + bearer;
    }

    /** Says nothing of the secret, so that none lands in a log. */
    @Override
    public String toString() {
        return "Credentials[****]";
    }
}
