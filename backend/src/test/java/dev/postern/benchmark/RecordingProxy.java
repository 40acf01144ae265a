package dev.postern.benchmark;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;

/** Stands between a client and an HTTP server, and remembers what was asked. */
final class RecordingProxy implements AutoCloseable {

    /** What a proxy has to say itself. */
    private static final Set<String> OWN =
            Set.of("connection", "content-length", "expect", "host", "keep-alive", "transfer-encoding", "upgrade");

    private final HttpServer proxy;
    private final HttpClient http = HttpClient.newHttpClient();
    private final URI server;
    private final List<Asked> asked = Collections.synchronizedList(new ArrayList<>());

    RecordingProxy(URI server) throws IOException {
        this.server = server;
        proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        proxy.createContext("/", this::forward);
        proxy.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + proxy.getAddress().getPort());
    }

    /** What was asked since this was asked last, in the order in which it began. */
    List<Asked> take() {
        List<Asked> taken = new ArrayList<>(asked);
        asked.clear();
        taken.sort(Comparator.comparingLong(Asked::begun));
        return taken;
    }

    private void forward(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders().forEach((name, values) -> {
                if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
                    headers.put(name, values.getFirst());
                }
            });
            URI uri = server.resolve(exchange.getRequestURI().toString());
            byte[] body = exchange.getRequestBody().readAllBytes();
            HttpRequest.Builder request = HttpRequest.newBuilder(uri).POST(BodyPublishers.ofByteArray(body));
            headers.forEach(request::header);
            long begun = System.nanoTime();
            HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
            asked.add(new Asked(uri, headers, new Body(body), begun, System.nanoTime()));
            response.headers().map().forEach((name, values) -> {
                if (!OWN.contains(name.toLowerCase(Locale.ROOT)) && !name.startsWith(":")) {
                    exchange.getResponseHeaders().put(name, values);
                }
            });
            exchange.sendResponseHeaders(
                    response.statusCode(), response.body().length == 0 ? -1 : response.body().length);
            exchange.getResponseBody().write(response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        proxy.stop(0);
    }

    /**
     * A request.
     *
     * @param begun when it was sent on, by {@link System#nanoTime}
     * @param ended when its answer was here
     */
    record Asked(URI uri, Map<String, String> headers, Body body, long begun, long ended) {}

    /** A request's body, as it was sent. */
    static final class Body {

        private final byte[] bytes;

        Body(byte[] bytes) {
            this.bytes = bytes;
        }

        byte[] bytes() {
            return bytes.clone();
        }
    }
}
