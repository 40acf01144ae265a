package dev.postern.faults;

import dev.postern.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** GraphQL at the processes of the API, one after another. */
final class Api {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final List<Member> processes;
    private final AtomicInteger next = new AtomicInteger();

    Api(List<Member> processes) {
        this.processes = List.copyOf(processes);
    }

    /** The answer's data; fails where there is none, and where it comes with errors. */
    Object ask(String query, Map<String, @Nullable Object> variables) throws IOException {
        Member process = processes.get(Math.floorMod(next.getAndIncrement(), processes.size()));
        var request = HttpRequest.newBuilder(URI.create(process.url() + "/graphql"))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + Deployment.KEY)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Json.write(Map.of("query", query, "variables", variables))))
                .build();
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            Map<String, @Nullable Object> answer = Json.parseObject(response.body());
            Object data = answer.get("data");
            if (answer.containsKey("errors") || data == null) {
                throw new IOException(codes(answer.get("errors")));
            }
            return data;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** A value within an answer, by its path. */
    static @Nullable Object at(@Nullable Object value, String... path) {
        Object found = value;
        for (String step : path) {
            if (!(found instanceof Map<?, ?> map)) {
                throw new IllegalArgumentException("%s in %s".formatted(step, value));
            }
            found = map.get(step);
        }
        return found;
    }

    static List<?> list(@Nullable Object value, String... path) {
        if (at(value, path) instanceof List<?> list) {
            return list;
        }
        throw new IllegalArgumentException("%s in %s".formatted(List.of(path), value));
    }

    /** A query asked until it is answered: some of the processes may just be gone. */
    Object insist(String query, Map<String, @Nullable Object> variables) {
        for (int tries = 1; ; tries++) {
            try {
                return ask(query, variables);
            } catch (IOException e) {
                if (tries == 40) {
                    throw new java.io.UncheckedIOException(e);
                }
                pause(Duration.ofMillis(500));
            }
        }
    }

    static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String codes(@Nullable Object errors) {
        if (errors instanceof List<?> list && !list.isEmpty()) {
            return String.valueOf(at(list.getFirst(), "extensions", "code"));
        }
        return "no data";
    }
}
