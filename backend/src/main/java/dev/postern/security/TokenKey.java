package dev.postern.security;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The secret as HMAC key. Nimbus refuses keys shorter than the digest; Outpost takes a secret of any
 * length. HMAC itself fills a key up to its block (64 bytes, or 128) with zeros, so a secret filled up
 * to 64 makes the very same signatures.
 */
final class TokenKey {

    private static final int SMALLEST_BLOCK = 64;

    static byte[] of(String secret) {
        byte[] key = secret.getBytes(StandardCharsets.UTF_8);
        return key.length < SMALLEST_BLOCK ? Arrays.copyOf(key, SMALLEST_BLOCK) : key;
    }

    private TokenKey() {}
}
