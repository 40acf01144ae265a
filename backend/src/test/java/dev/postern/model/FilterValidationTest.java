package dev.postern.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.postern.json.Json;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilterValidationTest {

    /** What tenants write, sensible or merely allowed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"data\":{\"status\":{\"$not\":{\"$in\":[\"a\",\"b\"]}}}}",
                "{\"$or\":[{\"topic\":\"a\"},{\"$not\":{\"data\":{\"n\":{\"$gte\":1.5}}}}]}",
                "{\"$and\":[]}",
                "{\"data\":{\"n\":{\"$or\":[1,{\"$gt\":5}],\"$exist\":true}}}",
                "{\"data\":{\"s\":{\"$in\":\"part\"}}}",
                "{\"data\":{\"s\":{\"$nin\":7}}}",
                "{\"data\":{\"s\":{\"$in\":[]}}}",
                "{\"data\":{\"s\":{\"$in\":[null,true,1,\"x\"]}}}",
                "{\"data\":{\"s\":{\"$startsWith\":[\"a\",\"b\"],\"$endsWith\":\"c\"}}}",
                "{\"data\":{\"s\":{\"$eq\":{\"$anything\":[{\"$goes\":1}]}}}}",
                "{\"data\":{\"s\":{\"$exist\":false}}}",
                "{\"data\":{\"o\":{\"a\":1,\"$and\":[{\"b\":2}]}}}",
                "{\"data\":[1,{\"$gt\":2}]}",
                "{\"price€\":null}",
            })
    void of_soundFilter_keepsIt(String filter) {
        assertThat(Filter.of(Json.parseObject(filter)).conditions()).isEqualTo(Json.parseObject(filter));
    }

    /** A slip that Outpost takes in silence and then never matches. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"data\":{\"n\":{\"$greater\":1}}} | data/n/$greater | $greater is an unknown operator",
                "{\"$nor\":[]} | $nor | $nor is an unknown operator",
                "{\"$or\":[{\"a\":1},{\"a\":{\"$regex\":\"x\"}}]} | $or/1/a/$regex | $regex is an unknown operator",
                "{\"data\":{\"x\":{\"$ref\":\"y\"}}} | data/x/$ref | $ref is an unknown operator",
                "{\"$eq\":{\"a\":1}} | $eq | $eq compares a value",
                "{\"$not\":{\"$gt\":1}} | $not/$gt | $gt compares a value",
                "{\"$or\":{\"a\":1}} | $or | $or is an object (expected: a list of conditions)",
                "{\"a\":{\"$and\":1}} | a/$and | $and is the number 1 (expected: a list of conditions)",
                "{\"$or\":[\"a\"]} | $or/0 | 0 is a string (expected: an object of conditions)",
                "{\"$not\":null} | $not | $not is null (expected: an object of conditions)",
                "{\"a\":{\"$gt\":{\"b\":1}}} | a/$gt | $gt is an object (expected: a string or a number)",
                "{\"a\":{\"$lte\":null}} | a/$lte | $lte is null (expected: a string or a number)",
                "{\"a\":{\"$in\":{}}} | a/$in | $in is an object (expected: a list of plain values,",
                "{\"a\":{\"$in\":true}} | a/$in | $in is true (expected: a list of plain values,",
                "{\"a\":{\"$nin\":[[1]]}} | a/$nin | $nin is a list (expected: a list of plain values,",
                "{\"a\":{\"$startsWith\":1}} | a/$startsWith | (expected: a string or a list of strings)",
                "{\"a\":{\"$endsWith\":[\"x\",2]}} | a/$endsWith | (expected: a string or a list of strings)",
                "{\"a\":{\"$exist\":\"true\"}} | a/$exist | $exist is a string (expected: true or false)",
                "{\"a\":{\"$gt\":1,\"b\":2}} | a/b | b is a member beside operators",
                "{\"a\":{\"$gt\":1e400}} | a/$gt | $gt is the number 1e400 (expected: a number within",
                "{\"a\":[-1e999]} | a/0 | 0 is the number -1e999 (expected: a number within",
            })
    void of_filterThatCannotBeMeant_namesTheFault(String filter, String path, String message) {
        var fault = catchThrowableOfType(InvalidFilterException.class, () -> Filter.of(Json.parseObject(filter)));

        assertThat(fault).hasMessageContaining(message);
        assertThat(String.join("/", fault.path())).isEqualTo(path);
    }

    /** A stored filter that we would refuse must still be shown, and must take nothing by its bad part. */
    @Test
    void constructor_invalidFilter_isReadAndMatchesNothing() {
        var stored = new Filter(Json.parseObject("{\"data\":{\"n\":{\"$greater\":1}}}"));

        assertThat(stored.matches(Json.parseObject("{\"data\":{\"n\":5}}"))).isFalse();
        assertThat(new Filter(Json.parseObject("{\"$or\":[{\"a\":{\"$x\":1}},{\"a\":1}]}"))
                        .matches(Json.parseObject("{\"a\":1}")))
                .isTrue();
    }

    /** Somebody probes for a stack overflow. */
    @Test
    void of_tooDeep_isRefused() {
        assertThat(Filter.of(nested(Filter.MAX_DEPTH)).conditions()).hasSize(1);
        assertThatThrownBy(() -> Filter.of(nested(Filter.MAX_DEPTH + 1)))
                .isInstanceOf(InvalidFilterException.class)
                .hasMessageContaining("nested 33 deep (expected: at most 32)");
        assertThatThrownBy(() -> Filter.of(nested(100_000))).isInstanceOf(InvalidFilterException.class);
    }

    /** Every event pays for every value of every filter. */
    @Test
    void of_tooManyValues_isRefused() {
        List<Object> values = Collections.nCopies(Filter.MAX_VALUES - 3, "x");
        assertThat(Filter.of(Map.of("a", Map.of("$in", values))).conditions()).hasSize(1);

        List<Object> more = Collections.nCopies(Filter.MAX_VALUES - 2, "x");
        assertThatThrownBy(() -> Filter.of(Map.of("a", Map.of("$in", more))))
                .isInstanceOf(InvalidFilterException.class)
                .hasMessageContaining("(expected: at most 1000)");
    }

    @Test
    void of_tooLong_isRefused() {
        String longest = "x".repeat(Filter.MAX_CHARACTERS - 1);
        assertThat(Filter.of(Map.of("a", longest)).conditions()).hasSize(1);
        assertThatThrownBy(() -> Filter.of(Map.of("ab", longest)))
                .isInstanceOf(InvalidFilterException.class)
                .hasMessageContaining("too long");
    }

    /** Callers inside the process are held to JSON too. */
    @Test
    void of_valueThatIsNoJson_isRefused() {
        assertThatThrownBy(() -> Filter.of(Map.of("a", new Object())))
                .isInstanceOf(InvalidFilterException.class)
                .hasMessage("a is no JSON value");
    }

    private static Map<String, @Nullable Object> nested(int depth) {
        Map<String, @Nullable Object> innermost = new HashMap<>(Map.of("a", 1L));
        Map<String, @Nullable Object> outer = innermost;
        for (int i = 1; i < depth; i++) {
            Map<String, @Nullable Object> next = new HashMap<>();
            next.put("a", outer);
            outer = next;
        }
        return outer;
    }
}
