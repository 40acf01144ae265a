package dev.postern.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClickHouseEngineTest {

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private ClickHouseEngine engine;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        try {
            engine = ClickHouseEngine.start(directory);
        } catch (ClickHouseAbsentException e) {
            System.err.println("NOT RUN: the ClickHouse engine's tests, because " + e.getMessage());
            Assumptions.abort(String.valueOf(e.getMessage()));
        }
    }

    /** A tester's machine is slow, or somebody pulled the plug: what was acknowledged is there afterwards. */
    @Test
    void kill_keepsWhatWasAcknowledged() throws IOException, InterruptedException {
        try (ClickHouseEngine running = engine) {
            query(running, "create database d");
            query(running, "create table d.t (n Int32) engine = MergeTree order by n");
            query(running, "insert into d.t select number from numbers(1000)");

            running.kill();

            await().atMost(Duration.ofMinutes(1))
                    .ignoreExceptions()
                    .until(() -> query(running, "select sum(n) from d.t"), "499500"::equals);
        }
    }

    @Test
    void close_endsTheProcess_andTheFilesServeAgain() throws Exception {
        query(engine, "create database d");
        engine.close();
        try (ClickHouseEngine again = ClickHouseEngine.start(directory)) {
            assertThat(query(again, "select count() from system.databases where name = 'd'"))
                    .isEqualTo("1");
        }
    }

    private String query(ClickHouseEngine running, String sql) throws IOException, InterruptedException {
        return http.send(
                        HttpRequest.newBuilder(running.address().http())
                                .POST(BodyPublishers.ofString(sql))
                                .build(),
                        BodyHandlers.ofString())
                .body()
                .strip();
    }
}
