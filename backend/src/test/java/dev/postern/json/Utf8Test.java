package dev.postern.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {

    /** Of one to four bytes, at their edges, and halves of pairs. */
    private static final String CHARS = "a\u007f\u0080\u07ff\u0800\uffff\ud7ff\ue000\ud800\udbff\udc00\udfff";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "\ud83d\ude00",
                "x\ud83d\ude00y",
                "\ud800",
                "\udc00",
                "\ude00\ud83d",
                "\ud83d\ud83d\ude00"
            })
    void itsAnswers_areThoseOfTheEncoder(String text) {
        agree(text);
    }

    @Test
    void itsAnswersOnAnything_areThoseOfTheEncoder() {
        var random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            agree(IntStream.range(0, random.nextInt(7))
                    .mapToObj(at ->
                            CHARS.substring(random.nextInt(CHARS.length())).substring(0, 1))
                    .collect(Collectors.joining()));
        }
    }

    private static void agree(String text) {
        assertThat(Utf8.canEncode(text))
                .as(text)
                .isEqualTo(StandardCharsets.UTF_8.newEncoder().canEncode(text));
        assertThat(Utf8.length(text)).as(text).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
    }
}
