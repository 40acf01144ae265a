package dev.postern.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TopicsTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
                    order.created, order.created, true
                    order.created, order.Created, false
                    order.created, order.created.eu, false
                    order.created, orderxcreated, false
                    order.*,       order.created, true
                    order.*,       order., true
                    order.*,       order, false
                    order.*,       order.a.b, true
                    *.created,     order.created, true
                    *.created,     .created, true
                    *.created,     created, false
                    o*.*d,         order.created, true
                    a*b*c,         aXbYbZc, true
                    a*b*c,         aXbYbZ, false
                    **,            anything, true
                    a.c,           abc, false
                    [ab],          a, false
                    a?,            ab, false
                    zoë.*,         zoë.é, true
                    a*,            '*', true
                    """)
    void take_comparesByGlob(String pattern, String topic, boolean taken) {
        assertThat(Topics.of(pattern).take(topic)).isEqualTo(taken);
    }

    /** A publisher that names no topic means everyone, and so does one that says so. */
    @ParameterizedTest
    @ValueSource(strings = {"", "*"})
    void take_ofAnEventForAll_isAlwaysTrue(String topic) {
        assertThat(Topics.of("order.created").take(topic)).isTrue();
        assertThat(new Topics(List.of()).take(topic)).isTrue();
    }

    @Test
    void take_needsOneOfTheEntries() {
        assertThat(Topics.of("a", "b.*").take("b.c")).isTrue();
        assertThat(Topics.of("a", "b.*").take("c")).isFalse();
        assertThat(new Topics(List.of()).take("a")).isFalse();
        assertThat(Topics.ALL.take("a")).isTrue();
    }

    /** Whatever another system stored is matched as it stands: nothing is validated here. */
    @Test
    void take_withStrangeEntries_justMatches() {
        assertThat(Topics.of("*", "a").take("b")).isTrue();
        assertThat(Topics.of("", " ").take("b")).isFalse();
        assertThat(Topics.of(" a").take("a")).isFalse();
    }

    /** A hostile pattern must not hold up the matching of everybody's events. */
    @Test
    void take_ofAPatternOfManyStars_ends() {
        assertThat(Topics.of("*a".repeat(2_000) + "b").take("a".repeat(20_000))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
                    a;a;b;a,               a;b
                    user.*;user.created,   user.*
                    user.created;user.*,   user.*
                    b;user.created;user.*, b;user.*
                    *;a;b.*,               *
                    a;*,                   *
                    a.*;a.b.*;a.b.c,       a.*
                    *.b;a.*,               *.b;a.*
                    a;b,                   a;b
                    a*;a**,                a*
                    *a**;**a*,             *a**
                    user.*;user,           user.*;user
                    """)
    void normalized_dropsWhatSiblingsCover(String given, String expected) {
        assertThat(Topics.of(given.split(";")).normalized()).isEqualTo(Topics.of(expected.split(";")));
    }

    @Test
    void normalized_changesNothingTheSecondTime() {
        Topics once = Topics.of("x", "a.b", "a.*", "x", "*.z").normalized();
        assertThat(once.normalized()).isEqualTo(once);
        assertThat(new Topics(List.of()).normalized().entries()).isEmpty();
    }

    @Test
    void takeAll_needsTheStarAlone() {
        assertThat(Topics.ALL.takeAll()).isTrue();
        assertThat(Topics.of("a", "*").takeAll()).isTrue();
        assertThat(Topics.of("a*").takeAll()).isFalse();
        assertThat(new Topics(List.of()).takeAll()).isFalse();
    }

    @Test
    void entries_areACopyThatCannotChange() {
        List<String> given = new ArrayList<>(List.of("a"));
        var topics = new Topics(given);
        Collections.addAll(given, "b");
        assertThat(topics.entries()).containsExactly("a");
        assertThatThrownBy(() -> topics.entries().add("c")).isInstanceOf(UnsupportedOperationException.class);
    }
}
