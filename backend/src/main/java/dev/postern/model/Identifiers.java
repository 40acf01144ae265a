package dev.postern.model;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which ids callers may choose; each check answers with what is wrong, or nothing. */
public final class Identifiers {

    public static final int MAX_LENGTH = 256;

    /** Any event id: 1 to 256 characters, no control characters, well-formed Unicode. */
    public static Optional<String> faultOfEventId(String id) {
        if (id.isEmpty() || id.length() > MAX_LENGTH) {
            return Optional.of("has %d characters (expected: 1 to %d)".formatted(id.length(), MAX_LENGTH));
        }
        if (id.codePoints().anyMatch(c -> Character.isISOControl(c) || isLoneSurrogate(c))) {
            return Optional.of("has a control character (expected: printable characters)");
        }
        return Optional.empty();
    }

    /**
     * A tenant's or destination's id: as an event's, and none of {@code { } : ,} or white space, which
     * would change the meaning of the Redis keys that it becomes a part of.
     */
    public static Optional<String> faultOfKeyId(String id) {
        Optional<String> fault = faultOfEventId(id);
        if (fault.isPresent()) {
            return fault;
        }
        return id.codePoints()
                .filter(c -> "{}:,".indexOf(c) >= 0 || Character.isWhitespace(c) || Character.isSpaceChar(c))
                .mapToObj(c -> "has '%s' (expected: none of { } : , or white space)".formatted(Character.toString(c)))
                .findFirst();
    }

    /**
     * One key of several ids, of which no two tuples have the same: {@code :} stands between them, and is
     * escaped within them.
     */
    public static String joined(String... ids) {
        return Arrays.stream(ids)
                .map(id -> id.replace("%", "%25").replace(":", "%3A"))
                .collect(Collectors.joining(":"));
    }

    private static boolean isLoneSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private Identifiers() {}
}
