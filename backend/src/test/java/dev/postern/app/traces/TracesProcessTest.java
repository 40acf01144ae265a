package dev.postern.app.traces;

import static dev.postern.app.traces.SpanReceiver.id;
import static dev.postern.app.traces.SpanReceiver.parent;
import static dev.postern.app.traces.SpanReceiver.traceId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.postern.api.SocketClient;
import dev.postern.app.Program;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A publisher's own trace goes on through Postern, over the queue in Redis, to the destination and into the log. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class TracesProcessTest {

    private static final String CALLER = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLERS_SPAN = "b7ad6b7169203331";
    private static final String TRACEPARENT = "00-" + CALLER + "-" + CALLERS_SPAN + "-01";
    private static final String UNSAMPLED = "1af7651916cd43dd8448eb211c80319c";

    @TempDir
    Path folder;

    private final List<String> delivered = new CopyOnWriteArrayList<>();
    private final List<String> headers = new CopyOnWriteArrayList<>();

    @Test
    void trace_goesFromPublishToLogByWayOfARetry() throws IOException {
        HttpServer receiver = receiver();
        String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook?token=s3cret";
        try (var spans = new SpanReceiver();
                Program program = Program.start(
                        folder,
                        Map.of(
                                "OTEL_EXPORTER_OTLP_ENDPOINT", spans.endpoint(),
                                "OTEL_SERVICE_NAME", "events",
                                "OTEL_BSP_SCHEDULE_DELAY", "200",
                                "RETRY_SCHEDULE", "1"))) {
            program.query("mutation { upsertTenant(input: {id: \"acme\"}) { created } }");
            program.query("""
                    mutation { createDestination(input: {tenantId: "acme", id: "hook", type: "webhook", topics: ["*"],
                      config: {url: "%s"}}) { userErrors { message } } }""".formatted(url));
            publish(program, "evt_unsampled", "00-" + UNSAMPLED + "-" + CALLERS_SPAN + "-00");
            await().atMost(Program.PATIENCE)
                    .untilAsserted(() -> assertThat(Collections.frequency(delivered, "evt_unsampled"))
                            .as(program::log)
                            .isEqualTo(2));
            publish(program, "evt_1", TRACEPARENT);

            await().atMost(Program.PATIENCE)
                    .untilAsserted(() -> assertThat(spans.named("log").stream().filter(this::isCallers))
                            .as(program::log)
                            .hasSize(2));
            await().atMost(Program.PATIENCE)
                    .until(() -> spans.named("graphql mutation").stream().anyMatch(this::isCallers));

            Span request = callers(spans, "graphql mutation").getFirst();
            assertThat(parent(request)).isEqualTo(CALLERS_SPAN);
            Span publish = callers(spans, "publish").getFirst();
            assertThat(parent(publish)).isEqualTo(id(request));
            List<Span> deliveries = callers(spans, "deliver");
            assertThat(deliveries).hasSize(2);
            assertThat(parent(deliveries.getFirst())).isEqualTo(id(publish));
            Span retry = callers(spans, "retry").getFirst();
            assertThat(parent(retry)).isEqualTo(id(deliveries.getFirst()));
            assertThat(parent(deliveries.getLast())).isEqualTo(id(retry));
            assertThat(callers(spans, "queue").stream().map(SpanReceiver::parent))
                    .containsExactly(id(publish), id(retry));
            List<Span> attempts = callers(spans, "delivery attempt");
            assertThat(attempts.stream().map(SpanReceiver::parent))
                    .containsExactly(id(deliveries.getFirst()), id(deliveries.getLast()));
            assertThat(attempts.getFirst().toString()).contains("int_value: 500", "\"webhook\"", "\"rejected\"");
            assertThat(attempts.getFirst().getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
            assertThat(attempts.getLast().toString()).contains("int_value: 200", "\"delivered\"");
            assertThat(callers(spans, "log").stream().map(SpanReceiver::parent))
                    .containsExactly(id(deliveries.getFirst()), id(deliveries.getLast()));
            assertThat(spans.named("log batch").stream()
                            .flatMap(batch -> batch.getLinksList().stream())
                            .map(link -> link.getSpanId()))
                    .contains(
                            deliveries.getFirst().getSpanId(),
                            deliveries.getLast().getSpanId());

            assertThat(spans.all().stream().map(Span::toString))
                    .as("spans of an event whose publisher's trace isn't recorded, its retry's among them")
                    .isNotEmpty()
                    .noneMatch(span -> span.contains("evt_unsampled"));
            assertThat(spans.named("publish"))
                    .as("an event, and no retry, is published")
                    .hasSize(1);
            assertThat(spans.of(CALLER).toString()).doesNotContain("s3cret", "127.0.0.1", "in-the-payload");
            assertThat(spans.services()).containsOnly("events");
            assertThat(headers).as("what a destination is told of our traces").isEmpty();
            assertThat(program.log()).contains("transport=http", " trace_id=" + CALLER);
        } finally {
            receiver.stop(0);
        }
    }

    /** A tenant could have everything recorded, or write into a trace of others; a socket's upgrade is long over. */
    @Test
    void onlyAnOperatorsTraceOverHttp_isGoneOnWith() throws IOException {
        try (var spans = new SpanReceiver();
                Program program = Program.start(
                        folder,
                        Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", spans.endpoint(), "OTEL_BSP_SCHEDULE_DELAY", "200"))) {
            program.query("mutation { upsertTenant(input: {id: \"acme\"}) { created } }");
            String token = program.query("mutation { issueTenantToken(input: {tenantId: \"acme\"}) { token } }")
                    .replaceAll("(?s).*\"token\":\"([^\"]+)\".*", "$1");
            assertThat(program.query(
                            "query Tenants { viewer { kind } }",
                            Map.of("traceparent", TRACEPARENT, "Authorization", "Bearer " + token)))
                    .contains("TENANT");
            try (SocketClient client = SocketClient.connect(
                    program.port(), "traceparent", TRACEPARENT, "Authorization", "Bearer " + Program.KEY)) {
                client.send("{\"type\":\"connection_init\"}");
                assertThat(client.next()).contains("connection_ack");
                client.send(
                        "{\"type\":\"subscribe\",\"id\":\"1\",\"payload\":{\"query\":\"query OverSocket { viewer { kind } }\"}}");
                assertThat(client.next()).contains("OPERATOR");
            }
            program.query("query Operators { viewer { kind } }", Map.of("traceparent", TRACEPARENT));

            await().atMost(Program.PATIENCE)
                    .untilAsserted(
                            () -> assertThat(spans.named("graphql query")).hasSize(3));
            assertThat(spans.of(CALLER)).singleElement().asString().contains("Operators");
            assertThat(program.log())
                    .contains(
                            "operation=Tenants viewer=tenant:acme transport=http ",
                            "operation=OverSocket viewer=operator transport=ws ");
        }
    }

    /** Fails the first delivery of each event. */
    private HttpServer receiver() throws IOException {
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            exchange.getRequestHeaders().keySet().stream()
                    .filter(name -> name.equalsIgnoreCase("traceparent"))
                    .forEach(headers::add);
            String sent = exchange.getRequestHeaders().values().toString();
            String event = sent.contains("evt_1") ? "evt_1" : "evt_unsampled";
            exchange.sendResponseHeaders(delivered.contains(event) ? 200 : 500, -1);
            delivered.add(event);
            exchange.close();
        });
        receiver.start();
        return receiver;
    }

    private static void publish(Program program, String id, String traceparent) {
        assertThat(program.query("""
                        mutation Publish { publishEvent(input: {tenantId: "acme", id: "%s", topic: "t",
                          data: {text: "in-the-payload"}}) { destinationIds userErrors { message } } }""".formatted(id), Map.of("traceparent", traceparent)))
                .contains("\"hook\"");
    }

    private boolean isCallers(Span span) {
        return traceId(span).equals(CALLER);
    }

    private List<Span> callers(SpanReceiver spans, String name) {
        return spans.named(name).stream().filter(this::isCallers).toList();
    }
}
