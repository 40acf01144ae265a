package dev.postern.app.embedded;

import dev.postern.redis.RedisSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/**
 * A Redis of our own, on the loopback address and behind a password. It runs detached, so that Ctrl-C
 * in a terminal reaches this process alone, and the workers drain before their store goes. Each command
 * is on disk before it is answered ({@code appendfsync always}): what was acknowledged outlives a
 * killed process and a lost machine.
 */
public final class EmbeddedRedis implements AutoCloseable {

    private static final Duration LISTENS = Duration.ofSeconds(30);
    private static final Duration LOADED = Duration.ofMinutes(10);
    private static final int TRIES = 3;

    private final Path pidFile;
    private final Path programs;
    private final RedisSettings settings;

    private EmbeddedRedis(Path pidFile, Path programs, RedisSettings settings) {
        this.pidFile = pidFile;
        this.programs = programs;
        this.settings = settings;
    }

    /** Starts the server and waits until it answers; stops one that was left behind first. */
    public static EmbeddedRedis start(DataDirectory data, String password, @Nullable String deploymentId) {
        Path directory = data.directory("redis");
        Path programs = data.directory("programs").resolve("redis");
        Path pidFile = directory.resolve("redis.pid");
        DetachedServer.stop(pidFile, programs);
        // The port is free when it is chosen, and may be taken a moment later: then another is tried.
        for (int tried = 0; tried < TRIES; tried++) {
            int port = FreePort.find();
            launch(programs, configuration(directory, pidFile, port, password));
            boolean listens = Patience.until(
                    LISTENS, () -> DetachedServer.find(pidFile, programs).isPresent());
            if (listens && Patience.until(LOADED, () -> RedisProbe.answers(port, password))) {
                return new EmbeddedRedis(
                        pidFile,
                        programs,
                        new RedisSettings("127.0.0.1", port, "", password, 0, false, true, false, deploymentId));
            }
        }
        throw new StoreException(
                "embedded Redis: does not start (%s says why)".formatted(directory.resolve("redis.log")));
    }

    /** How to reach it. */
    public RedisSettings settings() {
        return settings;
    }

    @Override
    public void close() {
        DetachedServer.stop(pidFile, programs);
    }

    private static void launch(Path programs, Path configuration) {
        try {
            Files.createDirectories(programs);
            String program = ExecutableProvider.newJarResourceProvider(programs.toFile())
                    .get()
                    .getAbsolutePath();
            Process launcher = FreshProgram.start(new ProcessBuilder(program, configuration.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD));
            int status = launcher.waitFor();
            if (status != 0) {
                throw new StoreException("embedded Redis: %s ended with status %d".formatted(program, status));
            }
        } catch (IOException e) {
            throw new StoreException("embedded Redis: cannot be started: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("embedded Redis: its start was interrupted", e);
        }
    }

    private static Path configuration(Path directory, Path pidFile, int port, String password) {
        Path file = directory.resolve("redis.conf");
        String text = """
                bind 127.0.0.1
                port %d
                requirepass %s
                daemonize yes
                pidfile "%s"
                logfile "%s"
                dir "%s"
                save ""
                appendonly yes
                appendfsync always
                maxmemory-policy noeviction
                """.formatted(port, password, pidFile, directory.resolve("redis.log"), directory);
        PrivateFile.write(file, text);
        return file;
    }
}
