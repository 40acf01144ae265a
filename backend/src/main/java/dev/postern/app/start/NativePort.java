package dev.postern.app.start;

import dev.postern.migrations.ClickHouseTarget;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Tells ClickHouse's native port, which Outpost uses, from the HTTP port that we need: it says so when asked. */
final class NativePort {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String ITS_WORDS = "is for clickhouse-client program";

    static boolean isOf(ClickHouseTarget target) {
        try (HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build()) {
            return http.send(
                            HttpRequest.newBuilder(target.http().resolve("/ping"))
                                    .timeout(PATIENCE)
                                    .build(),
                            BodyHandlers.ofString())
                    .body()
                    .contains(ITS_WORDS);
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private NativePort() {}
}
