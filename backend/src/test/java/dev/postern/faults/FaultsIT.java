package dev.postern.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Publishers, receivers and two processes of each role, while everything fails once. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class FaultsIT {

    @TempDir
    Path folder;

    /** A bad day in life: whatever dies, each event is delivered, waits, or is given up, and the log says which. */
    @ParameterizedTest
    @EnumSource(Plan.Scenario.class)
    void everythingFailsOnce_theLedgerAddsUp(Plan.Scenario scenario) {
        assertThat(new FaultRun(Plan.brief(scenario), folder).run()).isEmpty();
    }
}
