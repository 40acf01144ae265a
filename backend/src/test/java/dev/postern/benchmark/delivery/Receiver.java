package dev.postern.benchmark.delivery;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;

/** Takes what is delivered, and answers 200 at once; under {@code /hang} never. */
final class Receiver implements AutoCloseable {

    private static final String ID = "x-outpost-event-id";

    private final DisposableServer server;
    private final AtomicReference<@Nullable Ledger> ledger = new AtomicReference<>();
    private volatile Runnable whenReceived = () -> {};

    Receiver() {
        server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle((request, response) -> request.receive().then(Mono.defer(() -> {
                    if (request.uri().startsWith("/hang")) {
                        return Mono.<Void>never();
                    }
                    note(request);
                    return response.status(200).send();
                })))
                .bindNow();
    }

    int port() {
        return server.port();
    }

    /** @param then is run at each first receipt of an event */
    void writeTo(Ledger next, Runnable then) {
        whenReceived = then;
        ledger.set(next);
    }

    @Override
    public void close() {
        server.disposeNow();
    }

    private void note(HttpServerRequest request) {
        String id = request.requestHeaders().get(ID);
        Ledger open = ledger.get();
        if (id != null && open != null && open.received(id)) {
            whenReceived.run();
        }
    }
}
