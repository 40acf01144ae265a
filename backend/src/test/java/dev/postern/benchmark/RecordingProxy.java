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

    /** What was asked since this was asked last. */
    List<Asked> take() {
        List<Asked> taken = List.copyOf(asked);
        asked.clear();
        return taken;
    }

    private void forward(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> headers = new TreeMap<>();
            exchange.getRequestHeaders().forEach((name, values) -> {
                if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
                    headers.put(name, values.getFirst());
                }
            });
            var one = new Asked(
                    server.resolve(exchange.getRequestURI().toString()),
                    headers,
                    new Body(exchange.getRequestBody().readAllBytes()));
            asked.add(one);
            HttpResponse<byte[]> response = http.send(one.request(), BodyHandlers.ofByteArray());
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

    /** A request. */
    record Asked(URI uri, Map<String, String> headers, Body body) {

        /** With another database in its address and headers. */
        Asked to(String from, String to) {
            Map<String, String> changed = new TreeMap<>();
            headers.forEach((name, value) -> changed.put(name, value.replace(from, to)));
            return new Asked(URI.create(uri.toString().replace(from, to)), changed, body);
        }

        HttpRequest request() {
            HttpRequest.Builder request = HttpRequest.newBuilder(uri).POST(BodyPublishers.ofByteArray(body.bytes));
            headers.forEach(request::header);
            return request.build();
        }
    }

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
