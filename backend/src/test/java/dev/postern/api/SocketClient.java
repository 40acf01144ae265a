package dev.postern.api;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A client's end of a WebSocket, which reads as fast as it can until told otherwise. */
public final class SocketClient implements WebSocket.Listener, AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final long PATIENCE_SECONDS = 30;

    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final CompletableFuture<String> closed = new CompletableFuture<>();
    private final AtomicInteger pongs = new AtomicInteger();
    private final StringBuilder part = new StringBuilder();
    private volatile boolean reading = true;
    private @Nullable WebSocket socket;

    private SocketClient() {}

    /** Connects, with headers as name, value, name, value. */
    public static SocketClient connect(int port, String... headers) {
        return speaking("graphql-transport-ws", port, headers);
    }

    static SocketClient speaking(String protocol, int port, String... headers) {
        var client = new SocketClient();
        WebSocket.Builder builder = HTTP.newWebSocketBuilder()
                .connectTimeout(Duration.ofSeconds(10))
                .subprotocols(protocol);
        for (int i = 0; i < headers.length; i += 2) {
            builder.header(headers[i], headers[i + 1]);
        }
        client.socket = builder.buildAsync(URI.create("ws://localhost:" + port + "/graphql"), client)
                .join();
        return client;
    }

    /** Connects as somebody, and waits until that is known. */
    static SocketClient connectAs(int port, String credentials) {
        SocketClient client = connect(port);
        client.send(
                "{\"type\":\"connection_init\",\"payload\":{\"Authorization\":\"Bearer %s\"}}".formatted(credentials));
        String ack = client.next();
        if (!ack.equals("{\"type\":\"connection_ack\"}")) {
            throw new AssertionError(ack);
        }
        return client;
    }

    public SocketClient send(String message) {
        socket().sendText(message, true).join();
        return this;
    }

    /** Sends what may be a part of a message, to a server that may have gone. */
    void sendPart(String part, boolean last) {
        try {
            socket().sendText(part, last).join();
        } catch (CompletionException e) {
            closed.complete("broken: " + e.getCause());
        }
    }

    /** Pings as the WebSocket has them, to a server that may have gone. */
    void ping() {
        try {
            socket().sendPing(ByteBuffer.wrap(new byte[100])).join();
        } catch (CompletionException e) {
            closed.complete("broken: " + e.getCause());
        }
    }

    SocketClient sendBinary() {
        socket().sendBinary(ByteBuffer.wrap(new byte[] {1}), true).join();
        return this;
    }

    /** The next message. */
    public String next() {
        try {
            String message = received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (message == null) {
                throw new AssertionError("nothing came; closed: " + closed.getNow("no"));
            }
            return message;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** How many messages came that nobody took yet. */
    int waiting() {
        return received.size();
    }

    int pongs() {
        return pongs.get();
    }

    /** Code and reason of the end, which must come. */
    String end() {
        return closed.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    void stopReading() {
        reading = false;
    }

    void readOn() {
        reading = true;
        socket().request(1);
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        part.append(data);
        if (last) {
            received.add(part.toString());
            part.setLength(0);
        }
        if (reading) {
            webSocket.request(1);
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<?> onPong(WebSocket webSocket, ByteBuffer message) {
        pongs.incrementAndGet();
        if (reading) {
            webSocket.request(1);
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<?> onClose(WebSocket webSocket, int statusCode, String reason) {
        closed.complete(statusCode + " " + reason);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        closed.complete("broken: " + error);
    }

    @Override
    public void close() {
        socket().abort();
    }

    private WebSocket socket() {
        if (socket == null) {
            throw new IllegalStateException("not connected");
        }
        return socket;
    }
}
