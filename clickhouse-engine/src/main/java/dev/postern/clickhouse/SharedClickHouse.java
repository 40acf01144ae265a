package dev.postern.clickhouse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ClickHouse that everything in this JVM shares: the one that {@code TEST_CLICKHOUSE_URL} names, as a
 * user who may create databases ({@code http://user:password@host:8123}); else the engine; else a container.
 * It is started once, and stopped with the JVM.
 */
public final class SharedClickHouse {

    private static @Nullable ClickHouseAddress address;
    private static @Nullable String absence;

    /**
     * Where it is.
     *
     * @throws ClickHouseAbsentException where none of the three is to be had
     */
    public static synchronized ClickHouseAddress address() throws ClickHouseAbsentException {
        if (absence != null) {
            throw new ClickHouseAbsentException(absence);
        }
        ClickHouseAddress found = address;
        if (found == null) {
            try {
                found = start();
            } catch (ClickHouseAbsentException e) {
                absence = e.getMessage();
                throw e;
            }
            address = found;
        }
        return found;
    }

    private static ClickHouseAddress start() throws ClickHouseAbsentException {
        String url = System.getenv("TEST_CLICKHOUSE_URL");
        if (url != null && !url.isBlank()) {
            return ClickHouseAddress.parse(url);
        }
        try {
            return startEngine();
        } catch (ClickHouseAbsentException noEngine) {
            try {
                return ClickHouseContainer.start();
            } catch (ClickHouseAbsentException noDocker) {
                throw new ClickHouseAbsentException("TEST_CLICKHOUSE_URL is not set, %s, and %s"
                        .formatted(noEngine.getMessage(), noDocker.getMessage()));
            }
        }
    }

    private static ClickHouseAddress startEngine() throws ClickHouseAbsentException {
        try {
            Path directory = Files.createTempDirectory("postern-clickhouse");
            ClickHouseEngine engine = ClickHouseEngine.start(
                    directory, "--max_server_memory_usage=2000000000", "--background_pool_size=2");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                engine.close();
                delete(directory);
            }));
            return engine.address();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // What is left lies in the folder for temporary files.
        }
    }

    private SharedClickHouse() {}
}
