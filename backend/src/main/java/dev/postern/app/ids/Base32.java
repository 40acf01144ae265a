package dev.postern.app.ids;

import java.util.UUID;

/** Crockford's base 32, in lower case. */
final class Base32 {

    private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int BITS = 5;
    private static final int LENGTH = 26;

    /** The 128 bits as a number of 26 digits: it sorts as the UUID does. */
    static String of(UUID uuid) {
        long high = uuid.getMostSignificantBits();
        long low = uuid.getLeastSignificantBits();
        char[] text = new char[LENGTH];
        for (int i = LENGTH - 1; i >= 0; i--) {
            text[i] = DIGITS.charAt((int) (low & 31));
            low = (low >>> BITS) | (high << (Long.SIZE - BITS));
            high >>>= BITS;
        }
        return new String(text);
    }

    private Base32() {}
}
