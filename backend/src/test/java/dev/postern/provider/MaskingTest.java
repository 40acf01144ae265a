package dev.postern.provider;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaskingTest {

    /** A list of destinations is on the screen of somebody who shares it. */
    @ParameterizedTest
    @CsvSource({
        "'',****",
        "short,****",
        "ninechars,****",
        "ten-chars!,ten-****",
        "whsec_0123456789abcdef0123456789abcdef,whse****",
        "😀😁😂😃😄😅😆😇😈,****",
        "😀😁😂😃😄😅😆😇😈😉,😀😁😂😃****"
    })
    void hint_showsNoMoreThanWhichSecretItIs(String secret, String hint) {
        assertThat(Masking.hint(secret)).isEqualTo(hint);
    }
}
