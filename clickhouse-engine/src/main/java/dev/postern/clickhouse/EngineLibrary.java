package dev.postern.clickhouse;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The engine as a library: a file of the npm package {@code @chdb/lib-linux-x64-gnu}, fetched once into the
 * user's cache. The version is pinned: older ones can't listen.
 */
final class EngineLibrary {

    private static final String VERSION = "26.7.3-stable.1";
    private static final String PACKAGE = "@chdb/lib-linux-x64-gnu";
    private static final int FETCH_MINUTES = 10;

    /** The library's path, after it was fetched if need be. */
    static Path find() throws IOException, InterruptedException, ClickHouseAbsentException {
        Path cache = cache().resolve(VERSION);
        Path library = cache.resolve("node_modules").resolve(PACKAGE).resolve("libchdb.so");
        if (Files.exists(library)) {
            return library;
        }
        String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        if (!platform.toLowerCase(Locale.ROOT).equals("linux amd64")) {
            throw new ClickHouseAbsentException("there is no engine package for " + platform);
        }
        Files.createDirectories(cache.getParent());
        // Several builds may want it at once.
        try (FileChannel lock = FileChannel.open(
                cache.resolveSibling(VERSION + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock.lock();
            if (!Files.exists(library)) {
                fetch(cache);
            }
        }
        return library;
    }

    private static void fetch(Path cache) throws IOException, InterruptedException, ClickHouseAbsentException {
        Path half = Files.createTempDirectory(cache.getParent(), "half-");
        Process npm;
        try {
            npm = new ProcessBuilder(
                            "npm",
                            "install",
                            "--no-save",
                            "--no-audit",
                            "--no-fund",
                            "--prefix",
                            half.toString(),
                            PACKAGE + "@" + VERSION)
                    .redirectErrorStream(true)
                    .redirectOutput(half.resolve("npm.log").toFile())
                    .start();
        } catch (IOException e) {
            throw new ClickHouseAbsentException("npm, which fetches the engine, is not installed");
        }
        if (!npm.waitFor(FETCH_MINUTES, TimeUnit.MINUTES)) {
            npm.destroyForcibly();
            throw new ClickHouseAbsentException("npm did not fetch %s in %d minutes".formatted(PACKAGE, FETCH_MINUTES));
        }
        if (npm.exitValue() != 0) {
            throw new ClickHouseAbsentException(
                    "npm could not fetch %s: see %s".formatted(PACKAGE, half.resolve("npm.log")));
        }
        Files.move(half, cache, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Path cache() {
        return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(directory -> !directory.isBlank())
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
                .resolve("postern-clickhouse-engine");
    }

    private EngineLibrary() {}
}
