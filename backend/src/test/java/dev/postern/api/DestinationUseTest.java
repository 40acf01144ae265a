package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.postern.alert.FailureCounter;
import dev.postern.model.DestinationKey;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import reactor.core.publisher.Flux;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** Somebody tries a destination out, or wants to see its secrets. */
class DestinationUseTest extends WebhookApiTest {

    @Autowired
    private FailureCounter failures;

    @BeforeEach
    void prepare() {
        tenant("use");
        create(OPERATOR, "use", "");
    }

    /** An auditor asks who has seen the secrets; the log must not be one more who has. */
    @Test
    void reveal_leavesALineWithoutTheSecret() {
        var lines = new ListAppender<ILoggingEvent>();
        Logger audit = (Logger) LoggerFactory.getLogger("dev.postern.audit");
        Level level = audit.getLevel();
        audit.setLevel(Level.INFO);
        lines.start();
        audit.addAppender(lines);
        try {
            String secret = secret("use", "secret");
            text(tokenOf("use"), "mutation { revealDestinationCredentials(input: {id: \"d\"}) { credentials } }");
            text(tokenOf("use"), "mutation { revealDestinationCredentials(input: {id: \"none\"}) { credentials } }");

            List<String> texts =
                    lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
            assertThat(texts)
                    .containsExactly(
                            "audit action=reveal_credentials viewer=operator tenant_id=use destination_id=d",
                            "audit action=reveal_credentials viewer=tenant:use tenant_id=use destination_id=d")
                    .noneMatch(line -> line.contains(secret));
        } finally {
            audit.detachAppender(lines);
            audit.setLevel(level);
        }
    }

    /** The receiver stands, takes the sample, and its answer is shown; a disabled destination can be tried too. */
    @Test
    void test_showsTheReceiversAnswer() {
        DisposableServer receiver = HttpServer.create()
                .host("localhost")
                .port(0)
                .handle((request, response) -> request.receive()
                        .aggregate()
                        .asString()
                        .defaultIfEmpty("")
                        .flatMapMany(body -> response.status(202).sendString(Flux.just("got " + body))))
                .bindNow();
        try {
            update(OPERATOR, "use", ", config: {url: \"http://localhost:%d/x\"}".formatted(receiver.port()));
            text(
                    OPERATOR,
                    "mutation { disableDestination(input: {tenantId: \"use\", id: \"d\"}) { userErrors { code } } }");

            assertThat(test("topic: \"user.created\", data: {a: 1.10}"))
                    .contains(
                            "\"status\":\"SUCCESS\"", "\"code\":\"202\"", "got {\\\"a\\\":1.10}", "\"userErrors\":[]");
            assertThat(test("data: \"x\"")).contains("got \\\"x\\\"");
        } finally {
            receiver.disposeNow();
        }
        update(OPERATOR, "use", ", config: {url: \"http://localhost:1/nobody\"}");
        assertThat(test("")).contains("\"status\":\"FAILED\"", "\"userErrors\":[]");
    }

    /** Its owner has mended it: what it did before no longer counts; nor for one that takes its id. */
    @ParameterizedTest
    @ValueSource(strings = {"enableDestination", "deleteDestination"})
    void enabledOrDeleted_itsFailuresAreForgotten(String mutation) {
        var key = new DestinationKey("use", "d");
        var other = new DestinationKey("use", "other");
        failures.failed(key, "atm_1", 100).block();
        failures.failed(other, "atm_2", 100).block();

        assertThat(text(
                        tokenOf("use"),
                        "mutation { %s(input: {id: \"d\"}) { userErrors { code } } }".formatted(mutation)))
                .contains("\"userErrors\":[]");

        assertThat(failures.failed(key, "atm_3", 100).block()).isEqualTo(1);
        assertThat(failures.failed(other, "atm_4", 100).block()).isEqualTo(2);
    }

    /** A typing error in the topic: a test of what is never published would prove nothing. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    topic: "nope"           | INVALID | "topic"
                    topic: ""               | INVALID | "topic"
                    topic: "a\\u0000b"      | INVALID | "topic\"""")
    void test_refusesWhatCouldNotBePublished(String fields, String code, String field) {
        assertThat(test(fields)).contains("\"status\":null", "\"code\":\"" + code + "\"", "[\"input\"," + field + "]");
    }

    @Test
    void test_limitsThePayload() {
        String answer = text(OPERATOR, """
                mutation T($data: JSON) { testDestination(input: {tenantId: "use", id: "d", data: $data}) {
                  userErrors { code field } } }""", "{\"data\":\"" + "x".repeat(1024 * 1024) + "\"}");

        assertThat(answer).contains("TOO_LARGE", "[\"input\",\"data\"]");
    }

    private String test(String fields) {
        return text(OPERATOR, """
                mutation { testDestination(input: {tenantId: "use", id: "d" %s}) {
                  status code response userErrors { code field } } }""".formatted(fields));
    }
}
