package dev.postern.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class CausesTest {

    @Test
    void reason_isThatOfTheFirstCause() {
        IOException refused = new IOException("connection refused");

        assertThat(Causes.reason(new IllegalStateException("pool", new IllegalArgumentException("driver", refused))))
                .isEqualTo(refused.toString());
        assertThat(Causes.of(refused)).containsExactly(refused);
    }

    /** A library's error that names itself, by way of another, as its cause. */
    @Test
    void of_endsWhereCausesGoInACircle() {
        Exception one = new Exception("one");
        Exception other = new Exception("other", one);
        one.initCause(other);

        assertThat(Causes.of(one)).startsWith(one, other).hasSizeLessThan(20);
    }
}
