package dev.postern.alert.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.alert.OperatorEventSink;
import dev.postern.alert.OperatorEventSinkContract;
import dev.postern.model.OperatorEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.test.StepVerifier;

class HttpSinkTest extends OperatorEventSinkContract {

    private static final OperatorEvent SHORT = new OperatorEvent("id_1", "attempt.failed", "{\"id\":\"id_1\"}");

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final AtomicInteger status = new AtomicInteger(200);
    private final DisposableServer receiver = HttpServer.create()
            .host("localhost")
            .port(0)
            .handle((request, response) -> request.receive()
                    .aggregate()
                    .asString()
                    .flatMapMany(body -> {
                        bodies.add(body);
                        requests.add("%s %s %s %s"
                                .formatted(
                                        request.method(),
                                        request.requestHeaders().get("content-type"),
                                        request.requestHeaders().get("x-outpost-signature"),
                                        body));
                        return status.get() == 0
                                ? Mono.never()
                                : response.status(status.get()).send();
                    }))
            .bindNow();

    @AfterEach
    void stop() {
        receiver.disposeNow();
    }

    @Override
    protected OperatorEventSink create() {
        return sink("s3cret", PATIENCE);
    }

    @Override
    protected List<String> received(int count) {
        return bodies;
    }

    @Override
    protected void refuse() {
        status.set(500);
    }

    @Override
    protected OperatorEventSink withNobodyThere() {
        receiver.disposeNow();
        return create();
    }

    /** The signature is {@code openssl dgst -sha256 -hmac s3cret} of the body. */
    @Test
    void send_postsTheSignedBody() {
        StepVerifier.create(sink("s3cret", PATIENCE).send(SHORT))
                .expectComplete()
                .verify(PATIENCE);
        assertThat(requests)
                .containsExactly(
                        "POST application/json v0=9a4ecdaa82967dfac382d22630015640da1d2dfbf610322a2369f7458ec7432e {\"id\":\"id_1\"}");
    }

    @Test
    void send_withoutASecret_isUnsigned() {
        StepVerifier.create(sink(null, PATIENCE).send(SHORT)).expectComplete().verify(PATIENCE);
        assertThat(requests).containsExactly("POST application/json null {\"id\":\"id_1\"}");
    }

    @Test
    void send_notTaken_namesTheAnswer() {
        status.set(503);
        StepVerifier.create(sink(null, PATIENCE).send(SHORT))
                .expectErrorMessage("the receiver answered 503")
                .verify(PATIENCE);
        status.set(302);
        StepVerifier.create(sink(null, PATIENCE).send(SHORT))
                .expectErrorMessage("the receiver answered 302")
                .verify(PATIENCE);
    }

    /** It hangs. */
    @Test
    void send_notAnswered_isAnError() {
        status.set(0);
        StepVerifier.create(sink(null, Duration.ofMillis(50)).send(SHORT))
                .expectError()
                .verify(PATIENCE);
    }

    private HttpSink sink(@Nullable String secret, Duration timeout) {
        return new HttpSink("http://localhost:%d/told".formatted(receiver.port()), secret, timeout);
    }
}
