package dev.postern.model;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.postern.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FilterTest {

    /** Every published event is put to every filter of its tenant. */
    @ParameterizedTest(name = "{1} by {2}: {0}")
    @MethodSource("cases")
    void matches_asInOutpostAndWithNegatedMembers(boolean expected, String document, String filter) {
        assertThat(new Filter(Json.parseObject(filter)).matches(Json.parseObject(document)))
                .isEqualTo(expected);
    }

    /** A whole filter can be turned round. */
    @ParameterizedTest(name = "not {1} by {2}: {0}")
    @MethodSource("cases")
    void matches_wholeFilterNegated_isTheOpposite(boolean expected, String document, String filter) {
        Map<String, @Nullable Object> negated = Map.of("$not", Json.parseObject(filter));

        assertThat(new Filter(negated).matches(Json.parseObject(document))).isEqualTo(!expected);
    }

    /** Alternatives can be made of any filter. */
    @ParameterizedTest(name = "or {1} by {2}: {0}")
    @MethodSource("cases")
    void matches_oneAlternativeAlone_decides(boolean expected, String document, String filter) {
        Map<String, @Nullable Object> alternatives = Map.of("$or", List.of(Json.parseObject(filter)));

        assertThat(new Filter(alternatives).matches(Json.parseObject(document))).isEqualTo(expected);
    }

    /** The caller keeps its parsed input and may go on changing it. */
    @Test
    void conditions_areCopied() {
        Map<String, @Nullable Object> inner = new HashMap<>(Map.of("b", 1L));
        List<@Nullable Object> list = new ArrayList<>(List.of("x"));
        var filter = new Filter(Map.of("a", inner, "tags", list));

        inner.put("b", 2L);
        list.clear();

        assertThat(filter.matches(Json.parseObject("{\"a\":{\"b\":1},\"tags\":[\"x\"]}")))
                .isTrue();
        assertThat(filter.matches(Json.parseObject("{\"a\":{\"b\":1},\"tags\":[]}")))
                .isFalse();
        assertThatThrownBy(() -> ((Map<?, ?>) requireNonNull(filter.conditions().get("a"))).clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    /** A publisher may nest as deep as JSON is taken, on a thread with an ordinary stack. */
    @Test
    void matches_deepestDocument_isDecided() {
        int depth = Json.MAX_DEPTH - 1;
        Map<String, @Nullable Object> document =
                Json.parseObject("{\"a\":" + "[".repeat(depth) + "1" + "]".repeat(depth) + "}");

        assertThat(new Filter(Map.of("a", 1L)).matches(document)).isTrue();
        assertThat(new Filter(Map.of("a", 2L)).matches(document)).isFalse();
        assertThat(new Filter(Map.of("a", Map.of("$eq", requireNonNull(document.get("a"))))).matches(document))
                .isTrue();
    }

    static Stream<Arguments> cases() throws IOException {
        try (InputStream in = requireNonNull(FilterTest.class.getResourceAsStream("filter-cases.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(" \\| ", 3))
                    .map(part -> arguments(part[0].strip().equals("yes"), part[1], part[2]));
        }
    }
}
