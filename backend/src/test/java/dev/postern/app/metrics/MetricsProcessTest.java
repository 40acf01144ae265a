package dev.postern.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.postern.app.Program;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Prometheus watches a Postern that has something to do. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MetricsProcessTest {

    private static final Path GUIDE = Path.of("..", "docs", "operating.md");
    private static final Path DASHBOARD = Path.of("..", "docker", "grafana", "dashboards", "postern.json");
    private static final int MOST_NAMES = 3;

    @TempDir
    static Path folder;

    private static HttpServer receiver;
    private static Program program;
    private static Scrape afterDeliveries = new Scrape("");

    @BeforeAll
    static void start() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/bad") ? 500 : 200, -1);
            exchange.close();
        });
        receiver.start();
        program = Program.start(
                folder,
                Map.of(
                        "JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=" + folder.resolve("classes.log"),
                        "POSTERN_METRICS_ACCESS", "operator",
                        "POSTERN_METRICS_SAMPLE_SECONDS", "1",
                        "POSTERN_METRICS_MAX_OPERATIONS", String.valueOf(MOST_NAMES),
                        "RETRY_SCHEDULE", "3600",
                        "OPERATOR_EVENTS_TOPICS", "*",
                        "OPERATOR_EVENTS_HTTP_URL", url("/told")));
        program.query("mutation { upsertTenant(input: {id: \"acme\"}) { created } }");
        destination("ok");
        destination("bad");
        publish("evt_1", "ok");
        publish("evt_2", "ok");
        publish("evt_3", "bad");
        publish("evt_3", "bad");
        program.query("{ deliveries { nodes { id } } }");
        await().atMost(Program.PATIENCE).until(() -> {
            afterDeliveries = scrape();
            return afterDeliveries.sum("postern_log_batch_entries_sum") == 3
                    && afterDeliveries.sum("postern_retries_pending") == 1
                    && afterDeliveries.sum("postern_queue_messages") == 0;
        });
        assertThat(program.query("{ deliveries { nodes { id destination { tenant { id } } } } }"))
                .contains("\"id\":\"acme\"");
    }

    @AfterAll
    static void stop() {
        program.close();
        receiver.stop(0);
    }

    /** The figures that a dashboard begins with: what was delivered, what failed, and what waits because of it. */
    @Test
    void metrics_tellWhatWasDelivered() {
        Scrape scrape = afterDeliveries;
        String attempts = "postern_delivery_attempt_seconds_count";
        assertThat(scrape.sum(attempts, "outcome=\"delivered\"", "type=\"webhook\"", "attempt=\"first\""))
                .isEqualTo(2);
        assertThat(scrape.sum(attempts, "outcome=\"rejected\"")).isEqualTo(1);
        assertThat(scrape.sum(attempts)).isEqualTo(3);
        assertThat(scrape.sum("postern_delivery_wait_seconds_count", "attempt=\"first\""))
                .isEqualTo(3);
        assertThat(scrape.sum("postern_delivery_wait_seconds_sum")).isBetween(0.0, 60.0);
        assertThat(scrape.sum("postern_retries_scheduled_total")).isEqualTo(1);
        assertThat(scrape.sum("postern_idempotency_claims_total", "work=\"publish\"", "outcome=\"done\""))
                .isEqualTo(3);
        assertThat(scrape.sum("postern_idempotency_claims_total", "work=\"publish\"", "outcome=\"done_before\""))
                .isEqualTo(1);
        assertThat(scrape.sum("postern_queue_settled_total", "queue=\"delivery\"", "how=\"ack\""))
                .isEqualTo(3);
        assertThat(scrape.sum("postern_log_batch_entries_sum")).isEqualTo(3);
        assertThat(scrape.sum(
                        "postern_log_statement_seconds_count", "store=\"postgres\"", "statement=\"list_deliveries\""))
                .isGreaterThanOrEqualTo(1);
        assertThat(scrape.sum("postern_queue_messages", "queue=\"delivery\"")).isZero();
        assertThat(scrape.sum("postern_worker_state", "worker=\"delivery\"", "state=\"up\""))
                .isEqualTo(1);
        assertThat(scrape.sum("postern_worker_state", "state=\"dead\"")).isZero();
        assertThat(scrape.sum("r2dbc_pool_max_allocated_connections")).isEqualTo(10);
        assertThat(scrape.sum("jvm_memory_used_bytes")).isPositive();
    }

    /** Who doesn't want traces has nothing of them, not so much as a class of OpenTelemetry. */
    @Test
    void traces_thatAreOffLoadNothing() throws IOException {
        assertThat(Files.readString(folder.resolve("classes.log")))
                .contains("dev.postern.app.traces.Traces ")
                .doesNotContain(" io.opentelemetry.");
    }

    /** Nobody pays for a series with each tenant, event or address. */
    @Test
    void metrics_nameNoTenants() {
        assertThat(text()).contains("postern_delivery_attempt").doesNotContain("acme", "evt_1", "des_", "127.0.0.1");
    }

    /** A client that makes up a name for each request: the memory here and in Prometheus has an end. */
    @Test
    void operations_areToldApartUpToALimit() {
        for (int i = 0; i < 20; i++) {
            program.query("query Name" + i + " { viewer { kind: __typename } }");
            program.query("query Broken" + i + " { noSuchField }");
        }
        await().atMost(Program.PATIENCE)
                .until(() -> scrape().sum("postern_graphql_errors_total", "code=\"BAD_USER_INPUT\"") >= 20);
        Scrape scrape = scrape();
        long names = scrape.series("postern_graphql_request_seconds_count")
                .map(series -> series.replaceFirst(".*operation=\"([^\"]*)\".*", "$1"))
                .filter(name -> !name.equals("other") && !name.equals("none"))
                .distinct()
                .count();
        assertThat(names).isEqualTo(MOST_NAMES);
        assertThat(scrape.sum(
                        "postern_graphql_request_seconds_count",
                        "operation=\"other\"",
                        "outcome=\"success\"",
                        "type=\"query\""))
                .isEqualTo(20 - MOST_NAMES);
        assertThat(scrape.series("postern_graphql_request_seconds_count", "operation=\"Broken"))
                .isEmpty();
    }

    /** Tenants reach the port that Prometheus reads: what all of them do is none of their business. */
    @Test
    void metrics_areForOperators() {
        String token = program.query("mutation { issueTenantToken(input: {tenantId: \"acme\"}) { token } }")
                .replaceFirst("(?s).*\"token\":\"([^\"]+)\".*", "$1");
        assertThat(token).startsWith("ey");
        assertThat(program.get("/metrics").statusCode()).isEqualTo(401);
        assertThat(program.get("/metrics", "Bearer " + token).statusCode()).isEqualTo(401);
        assertThat(program.get("/metrics", "Bearer " + token).body()).contains("API_KEY", "POSTERN_METRICS_ACCESS");
        HttpResponse<String> answer = program.get("/metrics", "Bearer " + Program.KEY);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(
                        type -> assertThat(type).startsWith("text/plain").contains("version=0.0.4"));
    }

    /** The guide tells operators of every metric of ours, and of none that isn't there. */
    @Test
    void guide_listsWhatIsServed() throws IOException {
        everythingHappens();
        var listed = Pattern.compile("^\\| `((?:postern|r2dbc|logback)_[a-z0-9_]+)", Pattern.MULTILINE)
                .matcher(Files.readString(GUIDE))
                .results()
                .map(row -> row.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        await().atMost(Program.PATIENCE).untilAsserted(() -> assertThat(ours()).isEqualTo(listed));
    }

    /** Whoever opens the dashboard sees figures in every panel. */
    @Test
    void dashboard_asksForWhatIsServed() throws IOException {
        everythingHappens();
        var asked = Pattern.compile("\\b((?:postern|r2dbc|logback|jvm|process|system|reactor|http)_[a-z0-9_]+)\\{")
                .matcher(Files.readString(DASHBOARD))
                .results()
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(asked).hasSizeGreaterThan(20);
        await().atMost(Program.PATIENCE)
                .untilAsserted(() -> assertThat(asked)
                        .allSatisfy(name -> assertThat(scrape().series(name)).isNotEmpty()));
    }

    /** Whatever is counted only once it happens. */
    private static void everythingHappens() {
        String replay = program.query("mutation { startReplay(input: {filter: {destinationIds: [\"bad\"]}})"
                + " { replay { id } userErrors { message } } }");
        assertThat(replay).contains("rpl_");
        await().atMost(Program.PATIENCE)
                .until(() -> scrape().sum("postern_replay_deliveries_total", "what=\"queued\"") >= 1);
        program.query("{ noSuchField }");
    }

    private static Set<String> ours() {
        return scrape().names().stream()
                .filter(name -> name.matches("(postern|r2dbc|logback)_.*") && !name.endsWith("_max"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void destination(String id) {
        assertThat(program.query("""
                        mutation { createDestination(input: {tenantId: "acme", id: "%s", type: "webhook", topics: ["%s"],
                          config: {url: "%s"}}) { userErrors { message } } }""".formatted(id, id, url("/" + id)))).contains("\"userErrors\":[]");
    }

    private static void publish(String id, String topic) {
        assertThat(program.query("""
                        mutation { publishEvent(input: {tenantId: "acme", id: "%s", topic: "%s", data: {}})
                          { destinationIds userErrors { message } } }""".formatted(id, topic))).contains("\"userErrors\":[]");
    }

    private static String url(String path) {
        return "http://127.0.0.1:" + receiver.getAddress().getPort() + path;
    }

    private static Scrape scrape() {
        return new Scrape(text());
    }

    private static String text() {
        return program.get("/metrics", "Bearer " + Program.KEY).body();
    }
}
