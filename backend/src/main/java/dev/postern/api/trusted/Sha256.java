package dev.postern.api.trusted;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Hashes of documents, as 64 hexadecimal digits in lower case. */
final class Sha256 {

    private static final Pattern WRITTEN = Pattern.compile("(?:sha256:)?([0-9a-fA-F]{64})");

    /** The hash of the text's UTF-8. */
    static String of(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The hash that is written with or without {@code sha256:} before it; empty where it is none. */
    static Optional<String> read(String written) {
        var matcher = WRITTEN.matcher(written);
        return matcher.matches() ? Optional.of(matcher.group(1).toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    private Sha256() {}
}
