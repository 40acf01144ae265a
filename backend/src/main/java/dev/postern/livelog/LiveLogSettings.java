package dev.postern.livelog;

import dev.postern.model.Ranges;
import java.time.Duration;

/**
 * How notices travel.
 *
 * @param presence how long a process that listens is taken to be there without a sign of it; positive, default 30 seconds
 * @param sign the time between two signs; shorter than {@code presence}, default 10 seconds
 * @param patience how long one command may take; positive, default 2 seconds
 * @param waiting how many batches may wait to be told; at least 1, default 64
 * @param message how many notices travel together; at least 1, default 200
 * @param linger how long a process listens on after its last watcher left; zero or more, default 10 seconds
 * @param remembered how many events and deliveries a process remembers, to tell each once; at least 1, default 10,000
 * @param buffer how many notices wait for one watcher (POSTERN_SUBSCRIPTION_BUFFER, default 1,000); at least 1
 */
public record LiveLogSettings(
        Duration presence,
        Duration sign,
        Duration patience,
        int waiting,
        int message,
        Duration linger,
        int remembered,
        int buffer) {

    public static final LiveLogSettings DEFAULTS = new LiveLogSettings(
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(2),
            64,
            200,
            Duration.ofSeconds(10),
            10_000,
            1_000);

    public LiveLogSettings {
        Ranges.requirePositive("sign", sign);
        Ranges.requireAtLeast("presence", presence, sign);
        Ranges.requirePositive("patience", patience);
        Ranges.requireAtLeast("waiting", waiting, 1);
        Ranges.requireAtLeast("message", message, 1);
        Ranges.requireAtLeast("linger", linger, Duration.ZERO);
        Ranges.requireAtLeast("remembered", remembered, 1);
        Ranges.requireAtLeast("buffer", buffer, 1);
    }

    public LiveLogSettings withBuffer(int newBuffer) {
        return new LiveLogSettings(presence, sign, patience, waiting, message, linger, remembered, newBuffer);
    }

    public LiveLogSettings withTimes(Duration newPresence, Duration newSign, Duration newLinger) {
        return new LiveLogSettings(newPresence, newSign, patience, waiting, message, newLinger, remembered, buffer);
    }
}
