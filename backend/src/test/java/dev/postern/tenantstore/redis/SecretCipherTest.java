package dev.postern.tenantstore.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SecretCipherTest {

    private static final HexFormat HEX = HexFormat.of();
    private static final String STORED =
            "000102030405060708090a0b0a1fa8999501090748ebc4379192d335ab5e23f8a685a62870dada888e9c5bf51d87bdf5cb37";

    private final SecretCipher cipher = new SecretCipher("encryptionsecret");

    /** Taken from a running Outpost. */
    @Test
    void outpostsOwnBytes_areReadAndWritten() {
        assertThat(SecretCipher.keyText("encryptionsecret")).isEqualTo("76459be60b653270f40a670e4c53df79");
        assertThat(cipher.decrypt(HEX.parseHex(STORED))).isEqualTo("{\"secret\":\"whsec_abc\"}");
        assertThat(cipher.encrypt("{\"secret\":\"whsec_abc\"}", HEX.parseHex("000102030405060708090a0b")))
                .isEqualTo(HEX.parseHex(STORED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "zoë \uD83D\uDE00", "{}"})
    void encrypt_isUndoneByDecrypt(String text) {
        assertThat(cipher.decrypt(cipher.encrypt(text))).isEqualTo(text);
        assertThat(new SecretCipher("x").decrypt(new SecretCipher("x").encrypt(text)))
                .isEqualTo(text);
    }

    /** A nonce used twice would give the key away. */
    @Test
    void encrypt_neverRepeatsItself() {
        assertThat(cipher.encrypt("same")).isNotEqualTo(cipher.encrypt("same"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 11, 12, 27})
    void decrypt_ofTooLittle_saysSo(int length) {
        assertThatThrownBy(() -> cipher.decrypt(new byte[length]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ciphertext too short: %d bytes (expected: at least 28)".formatted(length));
    }

    @Test
    void decrypt_ofWhatWasChanged_saysSo() {
        byte[] changed = HEX.parseHex(STORED);
        changed[20] ^= 1;
        assertThatThrownBy(() -> cipher.decrypt(changed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("does not decrypt");
        assertThatThrownBy(() -> new SecretCipher("other").decrypt(HEX.parseHex(STORED)))
                .hasMessageStartingWith("does not decrypt");
    }
}
