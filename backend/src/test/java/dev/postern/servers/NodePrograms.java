package dev.postern.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * Programs of others' clients, in {@code src/test/clients}, run by Node: npm fetches their packages once into {@code
 * target/clients}, by the lock file. Where Node or npm isn't installed, or nothing can be fetched, the caller's test
 * is skipped, and one line says why.
 */
public final class NodePrograms {

    private static final Path SOURCE = Path.of("src/test/clients");
    private static final Path HOME = Path.of("target/clients");
    private static final long FETCH_MINUTES = 3;

    /**
     * Runs a program to its end.
     *
     * @param name the file's, without {@code .mjs}
     * @return what it wrote to standard output, line by line
     * @throws IllegalStateException if it failed, or took longer than two minutes, with what it wrote
     */
    public static synchronized List<String> run(String name, String... arguments) {
        try {
            install();
            Path errors = HOME.resolve(name + ".err");
            Path output = HOME.resolve(name + ".out");
            List<String> command = new ArrayList<>(List.of("node", name + ".mjs"));
            command.addAll(List.of(arguments));
            Process node = new ProcessBuilder(command)
                    .directory(HOME.toFile())
                    .redirectError(errors.toFile())
                    .redirectOutput(output.toFile())
                    .start();
            if (!node.waitFor(2, TimeUnit.MINUTES)) {
                node.destroyForcibly().waitFor();
                throw new IllegalStateException(name + " did not end: " + Files.readString(output));
            }
            if (node.exitValue() != 0) {
                throw new IllegalStateException(
                        "%s: %s%s".formatted(name, Files.readString(output), Files.readString(errors)));
            }
            return Files.readAllLines(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void install() throws IOException, InterruptedException {
        Files.createDirectories(HOME);
        // Several builds may share the folder.
        try (var lock = FileChannel.open(HOME.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var files = Files.list(SOURCE)) {
            lock.lock();
            boolean fetched = Files.exists(HOME.resolve("node_modules"))
                    && Files.mismatch(SOURCE.resolve("package-lock.json"), HOME.resolve("package-lock.json")) == -1;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, HOME.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
            if (!fetched) {
                fetch();
            }
        }
    }

    private static void fetch() throws IOException, InterruptedException {
        Path log = HOME.resolve("npm.log");
        Process npm;
        try {
            new ProcessBuilder("node", "--version").start().waitFor();
            npm = new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
                    .directory(HOME.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException absent) {
            skip("Node or npm is not installed");
            return;
        }
        if (!npm.waitFor(FETCH_MINUTES, TimeUnit.MINUTES) || npm.exitValue() != 0) {
            npm.destroyForcibly().waitFor();
            Files.deleteIfExists(HOME.resolve("package-lock.json"));
            skip("npm could not fetch the clients: see " + log.toAbsolutePath());
        }
    }

    private static void skip(String why) {
        System.err.println("NOT RUN: a test with the clients of others, because " + why);
        Assumptions.abort(why);
    }

    private NodePrograms() {}
}
