package dev.postern.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class RawJsonTest {

    /** The payload inside a queue's message, whatever it is and wherever it stands. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "0",
                "-0",
                "1.10",
                "1e400",
                "12345678901234567890",
                "\"\"",
                "\"a } , ] \\\" b\"",
                "\"\\u00e9 \u00e9 \ud83d\ude00\"",
                "{}",
                "[]",
                "{ }",
                "[ 1 ,\t2\n]",
                "{ \"data\" : { \"data\":1 } , \"x\":[ { } ] }",
                "{\"a\":1,\"a\":2}"
            })
    void parseObject_member_isItsExactText(String value) {
        for (String space : new String[] {"", " ", "\n\t "}) {
            String padded = space + value + space;
            assertRaw(
                    space + "{ \"before\" : [1, {\"data\":0}] ,\n \"data\" :" + padded + ", \"after\": \"x\" }", value);
            assertRaw("{\"data\":" + space + value + space + "}", value);
        }
    }

    /** Payloads are larger than a parser's buffer. */
    @ParameterizedTest
    @ValueSource(ints = {1_000, 4_000, 8_000, 32_768, 70_000, 300_000})
    void parseObject_largeMember_isItsExactText(int size) {
        String value = "{ \"\u00e9\ud83d\ude00\": \"" + "y\u6771".repeat(size / 2) + "\", \"n\": 1.0 }";
        String before = "x".repeat(size);

        assertRaw("{\"before\":\"" + before + "\", \"data\": " + value + " }", value);
        assertRaw("{\"before\":\"" + before + "\", \"data\": 1.50}", "1.50");
    }

    @Test
    void parseObject_path_leadsThroughObjects() {
        String text = "{\"data\":1,\"event\":{\"id\":\"e\",\"data\": [ 1.0 ] },\"list\":[{\"event\":{\"data\":2}}]}";

        assertThat(Json.write(Json.parseObject(text, "event", "data")))
                .isEqualTo(text.replace("\"data\": [ 1.0 ] }", "\"data\":[ 1.0 ]}"));
        assertThat(Json.parseObject(text, "event", "data").get("data")).isEqualTo(1L);
    }

    @Test
    void parseObject_pathThatLeadsNowhere_isNoFault() {
        assertThat(Json.parseObject("{\"event\":7}", "event", "data")).containsEntry("event", 7L);
        assertThat(Json.parseObject("{}", "event", "data")).isEmpty();
    }

    /** What is kept raw is checked all the same. */
    @ParameterizedTest
    @ValueSource(
            strings = {"{\"data\":[1,]}", "{\"data\":{\"a\"}}", "{\"data\":nul}", "{\"data\":\"x}", "{\"data\":1}1"})
    void parseObject_brokenRawMember_isRefused(String text) {
        assertThatThrownBy(() -> Json.parseObject(text, "data")).isInstanceOf(JsonException.class);
    }

    @Test
    void parseObject_rawMemberTooDeep_isRefused() {
        String text = "{\"data\":" + "[".repeat(500) + "]".repeat(500) + "}";

        assertThatThrownBy(() -> Json.parseObject(text, "data")).isInstanceOf(JsonException.class);
    }

    private static void assertRaw(String text, String value) {
        assertThat(Json.parseObject(text, "data").get("data")).isEqualTo(new RawJson(value));
    }

    /** The portal reads the gateway's answers through Jackson. */
    @Test
    void text_isWrittenAsItIsByMappersToo() {
        assertThat(new JsonMapper().writeValueAsString(Map.of("data", RawJson.NULL)))
                .isEqualTo("{\"data\":null}");
        assertThat(new JsonMapper().writeValueAsString(new RawJson("{ \"a\": 1.10 }")))
                .isEqualTo("{ \"a\": 1.10 }");
    }
}
