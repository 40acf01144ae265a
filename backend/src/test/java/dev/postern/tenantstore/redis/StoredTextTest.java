package dev.postern.tenantstore.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.model.Topics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class StoredTextTest {

    /** Somebody put a number into a text map through a client without types: Go made it text so. */
    @ParameterizedTest
    @CsvSource(textBlock = """
                    1,        1
                    0,        0
                    -0.0,     -0
                    1.50,     1.5
                    100000,   100000
                    123456.5, 123456.5
                    1000000,  1e+06
                    1234567,  1.234567e+06
                    -2e9,     -2e+09
                    0.0001,   0.0001
                    0.00001,  1e-05
                    1e100,    1e+100
                    1e21,     1e+21
                    2.5e-7,   2.5e-07
                    """)
    void parseMap_printsNumbersAsGo(String number, String text) {
        assertThat(StoredText.parseMap("{\"k\":" + number + "}")).isEqualTo(Map.of("k", text));
    }

    @Test
    void parseMap_makesTextOfTheRest() {
        assertThat(StoredText.parseMap("{\"t\":true,\"n\":null,\"a\":[1, \"<\"],\"o\":{\"b\":1,\"a\":{}}}"))
                .isEqualTo(Map.of("t", "true", "n", "", "a", "[1,\"\\u003c\"]", "o", "{\"a\":{},\"b\":1}"));
        assertThat(StoredText.parseMap("null")).isNull();
        assertThat(StoredText.parseMap("{}")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "1", "\"x\""})
    void parseMap_ofNoObject_saysSo(String text) {
        assertThatThrownBy(() -> StoredText.parseMap(text)).hasMessageContaining("not an object");
    }

    @Test
    void map_isSortedByCodePointAndEscapedAsGo() {
        assertThat(StoredText.map(Map.of("b", "<&>", "a", "\u2028\u0001\n", "\uD83D\uDE00", "", "\uFF5E", "x\uD83D")))
                .isEqualTo(
                        "{\"a\":\"\\u2028\\u0001\\n\",\"b\":\"\\u003c\\u0026\\u003e\",\"\uFF5E\":\"x\uFFFD\",\"\uD83D\uDE00\":\"\"}");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
                    1772359200123,                       2026-03-01T10:00:00.123Z
                    0,                                   1970-01-01T00:00:00Z
                    2026-03-01T10:00:00Z,                2026-03-01T10:00:00Z
                    2026-03-01T12:00:00.123456789+02:00, 2026-03-01T10:00:00.123Z
                    """)
    void parseTime_takesEveryForm(String text, String time) {
        assertThat(StoredText.parseTime(text)).isEqualTo(time);
    }

    @Test
    void topics_areJoinedAndSplit() {
        Topics topics = Topics.of("a.*", "b");
        assertThat(StoredText.topics(topics)).isEqualTo("a.*,b");
        assertThat(StoredText.parseTopics("a.*,b")).isEqualTo(topics);
        assertThat(StoredText.parseTopics("[\"a.*\",\"b\"]")).isEqualTo(topics);
        assertThat(StoredText.parseTopics("*")).isEqualTo(Topics.ALL);
        assertThat(StoredText.parseTopics("")).isEqualTo(new Topics(List.of()));
    }
}
