package dev.postern.app.embedded;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts a program that was unpacked a moment ago. Where another thread starts a process just then, that one
 * has inherited the file, open for writing, until it becomes its own program; and Linux executes no file that is
 * being written ("Text file busy").
 */
final class FreshProgram {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration STEP = Duration.ofMillis(20);

    /**
     * The process, once the system lets it start.
     *
     * @throws IOException when it can't be started for another reason, or not for 10 seconds
     */
    static Process start(ProcessBuilder builder) throws IOException {
        long start = System.nanoTime();
        while (true) {
            try {
                return builder.start();
            } catch (IOException e) {
                if (!isBusy(e) || System.nanoTime() - start > PATIENCE.toNanos()) {
                    throw e;
                }
                LockSupport.parkNanos(STEP.toNanos());
            }
        }
    }

    private static boolean isBusy(IOException e) {
        return String.valueOf(e.getMessage()).contains("error: 26")
                || String.valueOf(e.getMessage()).contains("Text file busy");
    }

    private FreshProgram() {}
}
