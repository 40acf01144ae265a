package dev.postern.alert.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.alert.FailureCounter;
import dev.postern.alert.FailureCounterContract;
import dev.postern.fakes.SettableClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MemoryFailureCounterTest extends FailureCounterContract {

    private final SettableClock clock = new SettableClock();

    @Override
    protected FailureCounter create() {
        return new MemoryFailureCounter(clock);
    }

    @Test
    void oncePerWindow_afterTheWindow_tellsAgain() {
        var counter = create();
        tells(counter, HOOK);
        clock.advance(Duration.ofHours(1));
        assertThat(tells(counter, HOOK)).isTrue();
    }

    /** It fails now and then, and is not asked for between. */
    @Test
    void failed_aDayAfterTheLast_beginsAnew() {
        var counter = create();
        failed(counter, HOOK, "atm_1");
        clock.advance(Duration.ofHours(23));
        assertThat(failed(counter, HOOK, "atm_2")).isEqualTo(2);
        clock.advance(Duration.ofHours(24));
        assertThat(failed(counter, HOOK, "atm_3")).isEqualTo(1);
    }
}
