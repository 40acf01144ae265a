package dev.postern.app.ids;

import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Outpost's nanoids: 26 characters of 64. */
final class NanoIds implements Supplier<String> {

    private static final String ALPHABET = "_-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final int LENGTH = 26;

    private final RandomGenerator random;

    NanoIds(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public String get() {
        byte[] bytes = new byte[LENGTH];
        random.nextBytes(bytes);
        var id = new StringBuilder(LENGTH);
        for (byte b : bytes) {
            id.append(ALPHABET.charAt(b & 63));
        }
        return id.toString();
    }
}
