package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.json.Json;
import dev.postern.logstore.memory.MemoryLogStore;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.security.TenantTokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** A running API, and how a caller speaks to it: text in, text out, so that no digit is lost on the way. */
@SpringBootTest(
        classes = ApiTestApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"spring.config.location=optional:classpath:/none/", "logging.level.root=WARN"})
abstract class ApiTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @LocalServerPort
    int port;

    @Autowired
    TenantTokens tokens;

    @Autowired
    MemoryLogStore log;

    @Autowired
    StoreCalls calls;

    static final String OPERATOR = ApiTestApplication.API_KEY;

    String tokenOf(String tenantId) {
        return tokens.issue(tenantId, Duration.ofHours(1)).token();
    }

    HttpResponse<String> send(HttpRequest request) {
        try {
            return CLIENT.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A subscription's events, line by line as they come. */
    HttpResponse<Stream<String>> stream(String credentials, String query) {
        try {
            return CLIENT.send(
                    to("/graphql")
                            .header("Authorization", "Bearer " + credentials)
                            .header("Content-Type", "application/json")
                            .header("Accept", "text/event-stream")
                            .POST(BodyPublishers.ofString("{\"query\":" + Json.write(query) + "}"))
                            .build(),
                    BodyHandlers.ofLines());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
    }

    HttpResponse<String> post(String credentials, String body) {
        return send(to("/graphql")
                .header("Authorization", "Bearer " + credentials)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    /** The answer's text, with variables that are JSON text, and without what it cost. */
    String text(String credentials, String query, String variables) {
        return whole(credentials, query, variables).replaceFirst(",?\"extensions\":\\{\"cost\":\\{[^{}]*}}}$", "}");
    }

    /** The answer's text as it came. */
    String whole(String credentials, String query, String variables) {
        HttpResponse<String> response =
                post(credentials, "{\"query\":" + Json.write(query) + ",\"variables\":" + variables + "}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    /** {@code extensions.cost} of the answer. */
    Map<?, ?> cost(String credentials, String query) {
        return member(member(Json.parseObject(whole(credentials, query, "{}")), "extensions"), "cost");
    }

    String text(String credentials, String query) {
        return text(credentials, query, "{}");
    }

    /** The answer's data, which must have come without errors. */
    Map<?, ?> data(String credentials, String query) {
        Map<?, ?> answer = Json.parseObject(text(credentials, query));
        assertThat(answer.get("errors")).as("errors of %s", query).isNull();
        return member(answer, "data");
    }

    /** An object within an object, which must be there. */
    static Map<?, ?> member(Map<?, ?> object, String name) {
        return (Map<?, ?>) Objects.requireNonNull(object.get(name), name);
    }

    void tenant(String id) {
        data(OPERATOR, "mutation { upsertTenant(input: {id: \"%s\"}) { created } }".formatted(id));
    }

    void destination(String tenantId, String id) {
        String answer = text(OPERATOR, """
                mutation { createDestination(input: {tenantId: "%s", id: "%s", type: "webhook", topics: ["*"],
                  config: {url: "http://example.com"}}) { destination { id } userErrors { message } } }""".formatted(tenantId, id));
        assertThat(answer).contains("\"userErrors\":[]");
    }

    void logged(
            String tenantId, String eventId, String destinationId, int attempt, DeliveryStatus status, String data) {
        log.insert(List.of(logEntry(tenantId, eventId, destinationId, attempt, status, data)))
                .block();
    }

    static LogEntry logEntry(
            String tenantId, String eventId, String destinationId, int attempt, DeliveryStatus status, String data) {
        Instant time = Instant.parse("2026-01-15T10:30:00.123456Z").plusMillis(attempt);
        var event =
                new Event(eventId, tenantId, null, List.of(destinationId), "user.created", true, time, Map.of(), data);
        var delivery = new Delivery(
                "atm_" + tenantId + eventId + attempt,
                destinationId,
                "webhook",
                status,
                time,
                attempt,
                false,
                "200",
                "{\"n\":1.10}",
                7,
                event);
        return new LogEntry(event, delivery, null);
    }
}
