package dev.postern.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowTest {

    private final Window window = new Window(100);

    @Test
    void missing_isWhatIsAskedFor() {
        assertThat(window.missing(0)).isEqualTo(1);
        assertThat(window.missing(3)).isEqualTo(3);
        window.widen(3);
        assertThat(window.missing(3)).isZero();
        assertThat(window.missing(1)).isZero();
    }

    /** Demand grows by one at a time: each time a consumer more would be too many. */
    @Test
    void missing_doublesAndEndsAtTheMost() {
        int consumers = 0;
        for (long wanted = 1; wanted <= Integer.MAX_VALUE; wanted = wanted * 5 / 4 + 1) {
            int more = window.missing(wanted);
            if (more > 0) {
                window.widen(more);
                consumers++;
            }
        }
        assertThat(window.missing(Long.MAX_VALUE)).isZero();
        assertThat(consumers).isEqualTo(8);
        assertThat(window.isTooWide(24)).isTrue();
        assertThat(window.isTooWide(25)).isFalse();
        window.close();
        assertThat(window.missing(Long.MAX_VALUE)).isEqualTo(100);
    }
}
