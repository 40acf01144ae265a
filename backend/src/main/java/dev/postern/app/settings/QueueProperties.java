package dev.postern.app.settings;

import dev.postern.queue.DeadLetterSettings;
import dev.postern.queue.QueueSettings;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.util.unit.DataSize;

/** What waits between publishing, delivering and logging. */
@ConfigurationProperties("postern.queue")
public record QueueProperties(
        @Setting(
                env = "POSTERN_QUEUE_CAPACITY",
                description = "How many messages each queue holds; publishers wait, and are refused in the end,"
                        + " while one is full",
                min = 1,
                max = 100_000_000)
        @DefaultValue("100000")
        long capacity,

        @Setting(
                env = "POSTERN_QUEUE_MAX_FAILURES",
                description = "How many times the work on a message may fail by its own fault, or end with its"
                        + " process, before it becomes a dead letter",
                min = 1,
                max = 1000)
        @DefaultValue("5")
        int maxFailures,

        @Setting(
                env = "POSTERN_QUEUE_VISIBILITY_SECONDS",
                description = "After how many seconds of silence a process counts as dead, so that what it had in hand"
                        + " goes to others; DELIVERY_TIMEOUT_SECONDS more where that is a delivery",
                min = 5,
                max = 3600)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("60")
        Duration visibility,

        @Setting(
                env = "POSTERN_DEAD_LETTERS",
                description = "How many dead letters each queue keeps",
                min = 1,
                max = 10_000_000)
        @DefaultValue("10000")
        long deadLetters,

        @Setting(
                env = "POSTERN_DEAD_LETTER_BYTES",
                description = "How large the dead letters of each queue may be together, in bytes",
                min = 33_554_432,
                max = 1_099_511_627_776L)
        @DefaultValue("268435456")
        DataSize deadLetterSize,

        @Setting(
                env = "POSTERN_DEAD_LETTERS_DROP_OLDEST",
                description = "Whether the oldest dead letters are lost where a new one finds no room; if not, the"
                        + " message stays in its queue until there is some")
        @DefaultValue("false")
        boolean dropOldest) {

    /** The limits of one queue. */
    public QueueSettings limits() {
        return QueueSettings.defaults()
                .withCapacity(capacity)
                .withVisibility(visibility)
                .withDeadLetters(
                        new DeadLetterSettings(maxFailures, deadLetters, deadLetterSize.toBytes(), dropOldest));
    }
}
