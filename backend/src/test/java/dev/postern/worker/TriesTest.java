package dev.postern.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.Outage;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.test.scheduler.VirtualTimeScheduler;

class TriesTest {

    private final VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet();
    private final Tries tries = new Tries();

    @BeforeEach
    void begin() {
        time.advanceTimeTo(Instant.ofEpochSecond(100));
    }

    @AfterEach
    void end() {
        VirtualTimeScheduler.reset();
    }

    @Test
    void outage_lastsFromTheFirstFailureToTheNextSuccess() {
        assertThat(tries.outage()).isEmpty();
        tries.failed(new IOException(new ConnectException("refused")));
        time.advanceTimeBy(Duration.ofSeconds(5));
        tries.failed(new IOException("reset"));
        assertThat(tries.outage()).hasValue(new Outage(Instant.ofEpochSecond(100), "IOException"));
        tries.succeeded();
        assertThat(tries.outage()).isEmpty();
        tries.failed(new ConnectException());
        assertThat(tries.outage()).hasValue(new Outage(Instant.ofEpochSecond(105), "ConnectException"));
    }

    /** Some libraries throw such: what handles an error must not fail of its name. */
    @Test
    void failed_withAnAnonymousError_tellsItsWholeName() {
        tries.failed(new IOException() {
            private static final long serialVersionUID = 1;
        });
        assertThat(tries.outage()).map(Outage::kind).hasValue("dev.postern.worker.TriesTest$1");
    }
}
