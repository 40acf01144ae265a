package dev.postern.portal.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {

    @Test
    void of_laysOutWithoutTouchingValues() {
        assertThat(JsonText.of("{\"z\":[1.10,1e400,{}],\"a\":{\"b\":\"x:,{\\\"\"},\"e\":[ ]}", 1000)
                        .text())
                .isEqualTo("""
                {
                  "z": [
                    1.10,
                    1e400,
                    {}
                  ],
                  "a": {
                    "b": "x:,{\\""
                  },
                  "e": []
                }""");
    }

    /** Receivers answer with anything. */
    @ParameterizedTest
    @ValueSource(
            strings = {"", "plain", "\"open", "\"open\\", "{\"a\":", "]]]}}", "{{{{[[[[", ",,,::", "\\", "1 2 3", "{]"})
    void of_takesWhatIsNoJson(String text) {
        String shown = JsonText.of(text, 1000).text();

        assertThat(shown.replaceAll("\\s", "")).isEqualTo(text.replaceAll("\\s", ""));
    }

    @Test
    void of_cutsBetweenCharacters() {
        JsonText cut = JsonText.of("\"" + "😀".repeat(10) + "\"", 4);

        assertThat(cut.cut()).isTrue();
        assertThat(cut.text()).isEqualTo("\"😀");
    }
}
