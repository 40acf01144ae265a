package dev.postern.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class QueueSettingsTest {

    @Test
    void defaults_areAsDocumented() {
        assertThat(QueueSettings.defaults())
                .isEqualTo(new QueueSettings(
                        100_000,
                        Duration.ofSeconds(5),
                        Duration.ofMinutes(1),
                        Duration.ofSeconds(1),
                        new DeadLetterSettings(5, 10_000, 256L << 20, false)));
    }

    @Test
    void nonsenseIsRefusedByName() {
        QueueSettings settings = QueueSettings.defaults();
        assertThatThrownBy(() -> settings.withCapacity(0)).hasMessageContaining("capacity: 0 (expected: >= 1)");
        assertThatThrownBy(() -> settings.withPublishWait(Duration.ofMillis(-1)))
                .hasMessageContaining("publishWait");
        assertThatThrownBy(() -> settings.withVisibility(Duration.ZERO)).hasMessageContaining("visibility");
        assertThatThrownBy(() -> settings.withNackDelay(Duration.ofMinutes(1)))
                .hasMessageContaining("nackDelay: PT1M (expected: >= 0 and < visibility PT1M)");
        DeadLetterSettings letters = DeadLetterSettings.defaults();
        assertThatThrownBy(() -> letters.withMaxFailures(0))
                .hasMessageContaining("deadLetters.maxFailures: 0 (expected: >= 1)");
        assertThatThrownBy(() -> letters.withCapacity(0)).hasMessageContaining("deadLetters.capacity");
        assertThatThrownBy(() -> letters.withBytes(0)).hasMessageContaining("deadLetters.bytes");
    }
}
