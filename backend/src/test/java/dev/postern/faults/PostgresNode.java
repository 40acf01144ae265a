package dev.postern.faults;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/** A PostgreSQL as durable as a real one, to be stopped and started again. */
final class PostgresNode implements AutoCloseable {

    private final Path directory;
    private final int port = Children.freePort();
    private final Network network = Network.to(port);
    private EmbeddedPostgres server;

    PostgresNode(Path directory) {
        this.directory = directory;
        server = launch();
    }

    Network network() {
        return network;
    }

    String url() {
        return "postgres://postgres:postgres@127.0.0.1:%d/postgres?sslmode=disable".formatted(network.port());
    }

    void stop() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void startAgain() {
        server = launch();
    }

    @Override
    public void close() {
        stop();
        network.close();
    }

    private EmbeddedPostgres launch() {
        try {
            return EmbeddedPostgres.builder()
                    .setDataDirectory(directory)
                    .setCleanDataDirectory(false)
                    .setPort(port)
                    .setPGStartupWait(Duration.ofMinutes(2))
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("max_connections", "200")
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
