package dev.postern.journey;

import dev.postern.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A GraphQL client over HTTP that keeps numbers and key order as they come. */
final class GraphQlClient {

    private final HttpClient http = HttpClient.newHttpClient();
    private final String url;
    private final String credential;

    GraphQlClient(String url, String credential) {
        this.url = url;
        this.credential = credential;
    }

    GraphQlClient as(String otherCredential) {
        return new GraphQlClient(url, otherCredential);
    }

    /** The answer's {@code data}; any error in it fails the test. */
    Result execute(String query, Map<String, @Nullable Object> variables) {
        Map<String, @Nullable Object> answer = answer(query, variables);
        if (answer.containsKey("errors")) {
            throw new AssertionError(answer.get("errors"));
        }
        return new Result(answer.get("data"));
    }

    Result execute(String query) {
        return execute(query, Map.of());
    }

    /** The whole answer, errors and all. */
    Map<String, @Nullable Object> answer(String query, Map<String, @Nullable Object> variables) {
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("query", query);
        body.put("variables", variables);
        return Json.parseObject(post(Json.write(body)).body());
    }

    /** The first line that a subscription is answered with; nothing more of it is read. */
    String beginning(String subscription) {
        var request = request(Json.write(Map.of("query", subscription)))
                .header("Accept", "text/event-stream")
                .build();
        try (Stream<String> lines =
                send(request, HttpResponse.BodyHandlers.ofLines()).body()) {
            return lines.findFirst().orElse("");
        }
    }

    /** Posts a body as it is. */
    HttpResponse<String> post(String body) {
        return send(request(body).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String body) {
        return HttpRequest.newBuilder(URI.create(url + "/graphql"))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + credential)
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return http.send(request, handler);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A value within an answer, reached by a path such as {@code deliveries.nodes.0.event.id}. */
    record Result(@Nullable Object root) {

        @Nullable
        Object at(String path) {
            Object value = root;
            for (String step : path.split("\\.", -1)) {
                value = switch (value) {
                    case Map<?, ?> map -> map.get(step);
                    case List<?> list -> list.get(Integer.parseInt(step));
                    case null, default -> throw new AssertionError(path + " in " + root);
                };
            }
            return value;
        }

        String text(String path) {
            Object value = at(path);
            if (value instanceof String text) {
                return text;
            }
            throw new AssertionError("%s: %s (expected: a string)".formatted(path, value));
        }

        List<?> list(String path) {
            Object value = at(path);
            if (value instanceof List<?> list) {
                return list;
            }
            throw new AssertionError("%s: %s (expected: a list)".formatted(path, value));
        }
    }
}
