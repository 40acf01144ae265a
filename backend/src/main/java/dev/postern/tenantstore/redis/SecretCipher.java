package dev.postern.tenantstore.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Outpost's encryption: AES-256-GCM, stored as nonce, ciphertext and tag in one. The key is the text of
 * the secret's MD5 in hexadecimal, which is what makes a secret of any length do.
 */
final class SecretCipher {

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = 16;

    private final SecretKeySpec key;
    private final SecureRandom random = new SecureRandom();

    SecretCipher(String secret) {
        key = new SecretKeySpec(keyText(secret).getBytes(US_ASCII), "AES");
    }

    byte[] encrypt(String text) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        return encrypt(text, nonce);
    }

    byte[] encrypt(String text, byte[] nonce) {
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(text.getBytes(UTF_8));
            byte[] stored = Arrays.copyOf(nonce, nonce.length + sealed.length);
            System.arraycopy(sealed, 0, stored, nonce.length, sealed.length);
            return stored;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The text, or an {@link IllegalArgumentException} that tells nothing of it. */
    String decrypt(byte[] stored) {
        if (stored.length < NONCE_BYTES + TAG_BYTES) {
            throw new IllegalArgumentException("ciphertext too short: %d bytes (expected: at least %d)"
                    .formatted(stored.length, NONCE_BYTES + TAG_BYTES));
        }
        try {
            Cipher cipher = cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(stored, NONCE_BYTES));
            return new String(cipher.doFinal(stored, NONCE_BYTES, stored.length - NONCE_BYTES), UTF_8);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "does not decrypt (expected: unchanged, and written with this AES_ENCRYPTION_SECRET)", e);
        }
    }

    static String keyText(String secret) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(secret.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
        return cipher;
    }
}
