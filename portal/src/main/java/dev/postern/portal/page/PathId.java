package dev.postern.portal.page;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * An id as a segment of a path. Callers choose their own ids, and some of those ({@code ..}, {@code a/b}, {@code 100%})
 * would be mangled or refused on the way: they travel in base 64 after a tilde.
 */
public record PathId(String id) {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9_.@+-]*");
    private static final String ENCODED = "~";

    /**
     * Reads a segment. Found by Spring's conversion of path variables by this name.
     *
     * @throws IllegalArgumentException where the segment is none that {@link #segment} writes
     */
    public static PathId valueOf(String segment) {
        return segment.startsWith(ENCODED)
                ? new PathId(new String(Base64.getUrlDecoder().decode(segment.substring(1)), StandardCharsets.UTF_8))
                : new PathId(segment);
    }

    /** The segment that stands for an id. */
    static String segment(String id) {
        return PLAIN.matcher(id).matches()
                ? id
                : ENCODED + Base64.getUrlEncoder().withoutPadding().encodeToString(id.getBytes(StandardCharsets.UTF_8));
    }
}
