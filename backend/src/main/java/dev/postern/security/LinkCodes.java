package dev.postern.security;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** How the codes of one-time links are made, and under what name a store keeps one. */
public final class LinkCodes {

    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    /** 256 random bits as base64url. */
    public static String fresh() {
        byte[] code = new byte[BYTES];
        RANDOM.nextBytes(code);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(code);
    }

    /** The SHA-256 digest in hexadecimal: from it nobody finds the code. */
    public static String digest(String code) {
        return HexFormat.of().formatHex(Digests.sha256(code.getBytes(StandardCharsets.UTF_8)));
    }

    private LinkCodes() {}
}
