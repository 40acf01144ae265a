package dev.postern.json;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonNumberTest {

    /** Filters compare numbers as float64; payloads keep them as text. */
    @Test
    void number_isItsTextAndComputesOnDemand() {
        var number = (JsonNumber) requireNonNull(Json.parse("1.10"));

        assertThat(number).hasToString("1.10").isEqualTo(Json.parse("1.10")).isNotEqualTo(Json.parse("1.1"));
        assertThat(number).hasSameHashCodeAs(requireNonNull(Json.parse("1.10")));
        assertThat(number.doubleValue()).isEqualTo(1.1);
        assertThat(number.floatValue()).isEqualTo(1.1f);
        assertThat(number.longValue()).isEqualTo(1);
        assertThat(number.intValue()).isEqualTo(1);
        assertThat(number.decimalValue()).isEqualByComparingTo("1.1");
    }

    @Test
    void wholeNumber_thatPrintsOtherwise_isNoLong() {
        assertThat(Json.parse("-0")).isInstanceOf(JsonNumber.class).hasToString("-0");
        assertThat(((Number) requireNonNull(Json.parse("1180591620717411303424"))).doubleValue())
                .isEqualTo(0x1p70);
    }
}
