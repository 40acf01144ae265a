package dev.postern.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Outpost reads from Redis and queues has to look as if it had written it. */
class GoJsonTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, -0",
        "1, 1",
        "-1.5, -1.5",
        "100, 100",
        "1e5, 100000",
        "1e20, 100000000000000000000",
        "123456789012345678901, 123456789012345680000",
        "1e21, 1e+21",
        "-1.25e21, -1.25e+21",
        "1e100, 1e+100",
        "0.000001, 0.000001",
        "0.0000015, 0.0000015",
        "1e-7, 1e-7",
        "1.5e-7, 1.5e-7",
        "-9.99e-7, -9.99e-7",
        "1e-10, 1e-10",
        "123456789.125, 123456789.125",
        "0.1, 0.1",
        "0.30000000000000004, 0.30000000000000004",
        "9007199254740993, 9007199254740992",
        "1e23, 1e+23",
        "2e-323, 2e-323",
        "1e-323, 1e-323",
        "5e-324, 5e-324",
        "1.5e-323, 1.5e-323",
        "2.2250738585072014e-308, 2.2250738585072014e-308",
        "1.7976931348623157e308, 1.7976931348623157e+308"
    })
    void goFloat_isTheShortestTextInGosForm(String value, String expected) {
        double number = Double.parseDouble(value);

        assertThat(Json.goFloat(number)).isEqualTo(expected);
        assertThat(Double.parseDouble(Json.goFloat(number))).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void goFloat_notFinite_isRefused(double value) {
        assertThatThrownBy(() -> Json.goFloat(value)).isInstanceOf(JsonException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<|\\u003c",
                ">|\\u003e",
                "&|\\u0026",
                "a\u2028b|a\\u2028b",
                "a\u2029b|a\\u2029b",
                "\\\"|\\\"",
                "\\\\|\\\\",
                "/|/",
                "\\b|\\b",
                "\\f|\\f",
                "\\n|\\n",
                "\\r|\\r",
                "\\t|\\t",
                "\\u0000|\\u0000",
                "\\u000b|\\u000b",
                "\\u001F|\\u001f",
                "\u007f|\u007f",
                "\u00e9\ud83d\ude00|\u00e9\ud83d\ude00",
                "\\ud83d|\ufffd",
                "\\ude00x|\ufffdx"
            })
    void writeGo_escapesAsGoDoes(String given, String expected) {
        assertThat(Json.writeGo(Json.parse("\"" + given + "\""))).isEqualTo("\"" + expected + "\"");
        assertThat(Json.writeGo(Json.parse("{\"" + given + "\":1}"))).isEqualTo("{\"" + expected + "\":1}");
    }

    /** A tenant's filter, which Outpost reads into maps. */
    @Test
    void goValue_sortsMembersAndRoundsNumbers() {
        String filter =
                "{\"b\":[{\"d\":1e21,\"c\":1.10}],\"a\":9007199254740993,\"B\":null,\"\uffee\":1,\"\ud83d\ude00\":2}";

        assertThat(Json.writeGo(Json.goValue(Json.parse(filter))))
                .isEqualTo(
                        "{\"B\":null,\"a\":9007199254740992,\"b\":[{\"c\":1.1,\"d\":1e+21}],\"\uffee\":1,\"\ud83d\ude00\":2}");
    }

    /** Go could not read it either. */
    @Test
    void goValue_numberBeyondFloat64_isRefused() {
        assertThatThrownBy(() -> Json.goValue(Json.parse("[1e400]"))).isInstanceOf(JsonException.class);
    }

    @Test
    void sorted_isByCodePointAndThenByLength() {
        assertThat(Json.sorted(Map.of("b", "1", "", "2", "a", "3", "aa", "4", "\ud83d\ude00", "5", "\uffee", "6"))
                        .keySet())
                .containsExactly("", "a", "aa", "b", "\uffee", "\ud83d\ude00");
    }
}
