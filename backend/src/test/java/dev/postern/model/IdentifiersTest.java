package dev.postern.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IdentifiersTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "acme-1_B.c@d", "zoë", "\uD83D\uDE00", "0", "a/b", "a*b", "\"'\\"})
    void anyPrintableWord_isFine(String id) {
        assertThat(Identifiers.faultOfEventId(id)).isEmpty();
        assertThat(Identifiers.faultOfKeyId(id)).isEmpty();
    }

    /** Orders are often named so; an event's id becomes no part of a key that braces or commas would spoil. */
    @ParameterizedTest
    @ValueSource(strings = {"order 7", "urn:order:7", "{7}", "a,b", "a\u00A0b", "a\u3000b"})
    void keyIds_refuseWhatSpoilsAKey(String id) {
        assertThat(Identifiers.faultOfEventId(id)).isEmpty();
        assertThat(Identifiers.faultOfKeyId(id))
                .hasValueSatisfying(fault -> assertThat(fault).contains("expected: none of { } : , or white space"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0000b", "a\nb", "a\tb", "\u007f", "\u0085", "a\r"})
    void controlCharacters_areRefused(String id) {
        assertThat(Identifiers.faultOfEventId(id)).isPresent();
        assertThat(Identifiers.faultOfKeyId(id)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 257, 10_000})
    void lengthOutsideTheBounds_isRefusedWithTheLength(int length) {
        assertThat(Identifiers.faultOfEventId("x".repeat(length)))
                .contains("has %d characters (expected: 1 to 256)".formatted(length));
        assertThat(Identifiers.faultOfKeyId("x".repeat(length))).isPresent();
    }

    @Test
    void theLongestId_isFine() {
        assertThat(Identifiers.faultOfKeyId("x".repeat(256))).isEmpty();
    }

    /** Tenants that Outpost made, such as {@code org:1}, and orders, such as {@code urn:order:7}. */
    @Test
    void joined_tellsEveryTupleApart() {
        assertThat(Identifiers.joined("publishmq", "acme", "evt_1")).isEqualTo("publishmq:acme:evt_1");
        assertThat(List.of(
                        Identifiers.joined("org:1", "evt"),
                        Identifiers.joined("org", "1:evt"),
                        Identifiers.joined("org", "1", "evt"),
                        Identifiers.joined("org%3A1", "evt"),
                        Identifiers.joined("org%3A1:evt")))
                .doesNotHaveDuplicates();
    }

    /** Half an emoji, cut by somebody's substring: it has no UTF-8. */
    @Test
    void loneSurrogates_areRefused() {
        assertThat(Identifiers.faultOfEventId("a\uD83D")).isPresent();
        assertThat(Identifiers.faultOfEventId("\uDE00a")).isPresent();
        assertThat(Identifiers.faultOfKeyId("\uDE00\uD83D")).isPresent();
    }
}
