package dev.postern.app.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A detached server, known by the file with its process id: the one that runs now, or one that outlived
 * the process that started it (killed, out of memory, a crashed JVM). It is taken for ours only where it
 * runs a program from our data directory, for ids are given out again after a reboot.
 */
final class DetachedServer {

    private static final Duration ORDERLY = Duration.ofSeconds(30);
    private static final Duration FORCED = Duration.ofSeconds(10);

    /**
     * Stops the server that the file names, if it runs and is ours, and removes the file. Returns once it is
     * gone. Another's file is left alone: PostgreSQL knows by itself when one is stale.
     *
     * @param pidFile its first line is a process id
     * @param programs where our programs lie
     */
    static void stop(Path pidFile, Path programs) {
        Optional<ProcessHandle> server = find(pidFile, programs);
        if (server.isEmpty()) {
            return;
        }
        stop(server.get());
        try {
            Files.deleteIfExists(pidFile);
        } catch (IOException e) {
            throw new StoreException("%s: cannot be removed: %s".formatted(pidFile, e), e);
        }
    }

    /** The running process that the file names, where its program is one of ours. */
    static Optional<ProcessHandle> find(Path pidFile, Path programs) {
        try {
            return Files.readString(pidFile)
                    .lines()
                    .findFirst()
                    .map(String::strip)
                    .filter(line -> line.matches("\\d{1,18}"))
                    .flatMap(line -> ProcessHandle.of(Long.parseLong(line)))
                    .filter(process -> runsFrom(process, programs));
        } catch (IOException absent) {
            return Optional.empty();
        }
    }

    private static boolean runsFrom(ProcessHandle process, Path programs) {
        return process.info()
                .command()
                .filter(command -> Path.of(command).startsWith(programs))
                .isPresent();
    }

    private static void stop(ProcessHandle server) {
        List<ProcessHandle> family =
                Stream.concat(Stream.of(server), server.descendants()).toList();
        server.destroy();
        if (ended(family, ORDERLY)) {
            return;
        }
        family.forEach(ProcessHandle::destroyForcibly);
        if (!ended(family, FORCED)) {
            throw new StoreException("process %d: cannot be stopped".formatted(server.pid()));
        }
    }

    private static boolean ended(List<ProcessHandle> family, Duration patience) {
        return Patience.until(patience, () -> family.stream().noneMatch(ProcessHandle::isAlive));
    }

    private DetachedServer() {}
}
