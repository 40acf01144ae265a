package dev.postern.json;

/**
 * What becomes of text as UTF-8. Without a stream, a pattern or a copy: payloads pass here several times each, and
 * RATIONALE.md beside this tells what that once cost.
 */
public final class Utf8 {

    /** Whether there are bytes for all of it: half of a surrogate pair has none. */
    public static boolean canEncode(String text) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!isPair(text, i, length)) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /** How many bytes it has; half of a surrogate pair counts as the one byte of the question mark that replaces it. */
    public static long length(String text) {
        int length = text.length();
        long bytes = length;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                continue;
            }
            if (c < 0x800) {
                bytes++;
            } else if (!Character.isSurrogate(c)) {
                bytes += 2;
            } else if (isPair(text, i, length)) {
                // Two chars, four bytes.
                bytes += 2;
                i++;
            }
        }
        return bytes;
    }

    private static boolean isPair(String text, int i, int length) {
        return Character.isHighSurrogate(text.charAt(i))
                && i + 1 < length
                && Character.isLowSurrogate(text.charAt(i + 1));
    }

    private Utf8() {}
}
