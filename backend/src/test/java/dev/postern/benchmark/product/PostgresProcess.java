package dev.postern.benchmark.product;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds a running PostgreSQL by its files. */
public final class PostgresProcess {

    /** The server that keeps its data somewhere below the directory. */
    public static ProcessHandle of(Path directory) {
        try (var found = Files.find(directory, 3, (path, about) -> path.endsWith("postmaster.pid"))) {
            long pid = Long.parseLong(
                    Files.readAllLines(found.findFirst().orElseThrow()).getFirst());
            return ProcessHandle.of(pid).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private PostgresProcess() {}
}
