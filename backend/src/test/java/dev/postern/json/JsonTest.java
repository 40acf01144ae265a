package dev.postern.json;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    /** A publisher's payload goes in and comes out, digit for digit and in its order. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "false",
                "0",
                "-0",
                "-0.0",
                "1",
                "-1",
                "1.10",
                "1E5",
                "1e+05",
                "1e400",
                "-1e-400",
                "1180591620717411303424",
                "999999999999999999",
                "-99999999999999999",
                "9223372036854775807",
                "9223372036854775808",
                "0.1000000000000000055511151231257827021181583404541015625",
                "1e999999999999",
                "\"\"",
                "\"caf\u00e9 \u6771 \ud83d\ude00\"",
                "\"\u2028\u2029\u007f\ufeff/<>&\"",
                "\"\\\"\\\\\\b\\f\\n\\r\\t\"",
                "[]",
                "{}",
                "[[],{},[null]]",
                "{\"z\":1,\"a\":2,\"m\":{\"y\":[1,2],\"b\":null},\"\":0}",
                "{\"\ud83d\ude00\":1,\"\uffff\":2}"
            })
    void write_ofWhatWasParsed_isTheSameText(String text) {
        assertThat(Json.write(Json.parse(text))).isEqualTo(text);
        assertThatCode(() -> Json.requireValid(text)).doesNotThrowAnyException();
    }

    /** Escapes that nobody needs are understood. */
    @Test
    void parse_escapes_areTheCharactersTheyStandFor() {
        assertThat(Json.parse(" \"\\u00e9\\/\\ud83d\\ude00\\u0000\" ")).isEqualTo("\u00e9/\ud83d\ude00\u0000");
    }

    /** Half an emoji, cut off by careless code: as text it would not survive UTF-8. */
    @ParameterizedTest
    @ValueSource(strings = {"\"\\ud83d\"", "\"a\\udc00b\"", "{\"\\udc00\\ud83d\":1}", "[\"\\ud83d\ud83d\ude00\"]"})
    void write_loneSurrogate_staysAnEscape(String text) {
        assertThat(Json.write(Json.parse(text))).isEqualTo(text);
        assertThat(Json.writeGo(Json.parse(text)).codePoints()).noneMatch(c -> c >= 0xd800 && c <= 0xdfff);
    }

    /** One line of a hostile payload must not keep a processor busy. */
    @Test
    void parse_hugeNumbers_areOnlyText() {
        String digits = "9".repeat(1_000_000);

        assertThat(Json.write(Json.parse("[1e1000000000,-1E-1000000000," + digits + "]")))
                .isEqualTo("[1e1000000000,-1E-1000000000," + digits + "]");
        assertThat(((Number) requireNonNull(Json.parse("1e1000000000"))).doubleValue())
                .isInfinite();
    }

    @Test
    void parse_values_arePlainJava() {
        assertThat(Json.parse("[1,1.0,\"s\",true,null,{}]"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .satisfiesExactly(
                        value -> assertThat(value).isEqualTo(1L),
                        value ->
                                assertThat(value).isInstanceOf(JsonNumber.class).hasToString("1.0"),
                        value -> assertThat(value).isEqualTo("s"),
                        value -> assertThat(value).isEqualTo(true),
                        value -> assertThat(value).isNull(),
                        value -> assertThat(value).isInstanceOf(LinkedHashMap.class));
    }

    /** The last of two members of one name counts, as in most parsers. */
    @Test
    void parse_duplicateMembers_lastOneCounts() {
        assertThat(Json.write(Json.parse("{\"a\":1,\"b\":2,\"a\":3}"))).isEqualTo("{\"a\":3,\"b\":2}");
        assertThat(Json.parseObject("{\"a\":1,\"a\":{ }}", "a")).containsEntry("a", new RawJson("{ }"));
    }

    /** What a publisher sends by mistake. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[1,",
                "[1,]",
                "{\"a\":1,}",
                "{a:1}",
                "{'a':1}",
                "{\"a\" 1}",
                "\"open",
                "\"tab\tinside\"",
                "\"nul\u0000inside\"",
                "\"\\x\"",
                "\"\\u12\"",
                "nul",
                "NaN",
                "Infinity",
                "+1",
                "01",
                "-01",
                "1.",
                ".5",
                "1e",
                "0x1",
                "12abc",
                "1 2",
                "{} {}",
                "{}x",
                "[] //",
                "/**/ 1",
                "\ufeff{}",
                "\u0000",
                "{}\u0000",
                "\u00a01"
            })
    void parse_anythingElse_isRefused(String text) {
        assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.requireValid(text)).isInstanceOf(JsonException.class);
    }

    @Test
    void parse_fault_saysWhere() {
        assertThatThrownBy(() -> Json.parse("{\n  \"a\": x}"))
                .isInstanceOf(JsonException.class)
                .hasMessageStartingWith("not JSON at line 2, column ");
        assertThatThrownBy(() -> Json.parseObject("[]")).hasMessage("not an object (expected: a JSON object)");
    }

    /** Messages end up in logs and dead letters, where nobody's data belongs. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SECRET {",
                "{SECRET: 1}",
                "{\"SECRET\": SECRET}",
                "[SECRET",
                "{\"a\": \"\\SECRET\"}",
                "{\"SECRET\"",
                "[1, \"SECRET",
                "{} SECRET",
                "1SECRET"
            })
    void parse_fault_quotesNothing(String text) {
        assertThatThrownBy(() -> Json.parse(text))
                .isInstanceOf(JsonException.class)
                .message()
                .doesNotContain("SE");
        assertThatThrownBy(() -> Json.requireValid(text))
                .isInstanceOf(JsonException.class)
                .message()
                .doesNotContain("SE");
    }

    /** Deep nesting is how stacks are made to overflow. */
    @Test
    void parse_depth_isLimited() {
        String deepest = "[".repeat(500) + "]".repeat(500);
        String tooDeep = "[".repeat(501) + "]".repeat(501);

        assertThat(Json.write(Json.parse(deepest))).isEqualTo(deepest);
        assertThatThrownBy(() -> Json.parse(tooDeep)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.requireValid(tooDeep)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.parse("{\"a\":".repeat(100_000))).isInstanceOf(JsonException.class);
    }

    /** A value of Java's that JSON has no word for is a fault of ours. */
    @Test
    void write_foreignValue_isRefused() {
        assertThatThrownBy(() -> Json.write(Map.of("a", new Object()))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void write_nested_keepsOrder() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("b", new ArrayList<>(List.of(1L, "x")));
        map.put("a", null);
        map.put("raw", new RawJson("{ \"1\":1.0 }"));

        assertThat(Json.write(map)).isEqualTo("{\"b\":[1,\"x\"],\"a\":null,\"raw\":{ \"1\":1.0 }}");
    }
}
