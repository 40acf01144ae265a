package dev.postern.faults;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Two processes of each role, on the run's stores. */
final class Deployment implements AutoCloseable {

    static final String KEY = "the-operators-key";

    /** What a receiver has to answer. */
    static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** In seconds; a delivery is tried once more than there are delays. */
    static final List<Integer> SCHEDULE = List.of(1, 1, 2, 4);

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Program program;
    private final List<Member> members = new ArrayList<>();

    Deployment(Path folder, Stores stores) {
        var settings = new LinkedHashMap<>(stores.settings());
        settings.putAll(Map.ofEntries(
                Map.entry("API_KEY", KEY),
                Map.entry("API_JWT_SECRET", "a-secret-for-tokens"),
                Map.entry("AES_ENCRYPTION_SECRET", "a-secret-for-credentials"),
                Map.entry("POSTERN_ALLOW_PRIVATE_DESTINATIONS", "true"),
                Map.entry("POSTERN_DATA_DIR", folder.resolve("data").toString()),
                Map.entry("DELIVERY_TIMEOUT_SECONDS", Long.toString(TIMEOUT.toSeconds())),
                Map.entry("DELIVERY_MAX_CONCURRENCY", "16"),
                Map.entry("POSTERN_QUEUE_VISIBILITY_SECONDS", "8"),
                Map.entry("POSTERN_CIRCUIT_PAUSE_SECONDS", "1"),
                Map.entry(
                        "RETRY_SCHEDULE",
                        String.join(",", SCHEDULE.stream().map(String::valueOf).toList())),
                Map.entry("RETRY_VISIBILITY_TIMEOUT_SECONDS", "5"),
                Map.entry("RETRY_POLL_BACKOFF_MS", "500"),
                Map.entry("LOG_BATCH_SIZE", "100"),
                Map.entry("LOG_BATCH_THRESHOLD_SECONDS", "1")));
        program = new Program(folder, settings);
    }

    void start() {
        program.prepare();
        for (String role : List.of("api", "delivery", "log", "retry")) {
            for (int i = 0; i < 2; i++) {
                members.add(new Member(program, role + "-" + i, role.equals("api") ? "api,portal" : role));
            }
        }
        awaitReady();
    }

    List<Member> members() {
        return members;
    }

    Member member(String name) {
        return members.stream()
                .filter(member -> member.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Waits until every process does its work, as it should by itself. */
    void awaitReady() {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(200)).until(() -> {
            members.forEach(Member::revive);
            return members.stream().allMatch(Member::isReady);
        });
    }

    @Override
    public void close() {
        members.forEach(Member::terminate);
    }
}
