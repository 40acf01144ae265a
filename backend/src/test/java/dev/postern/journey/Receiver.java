package dev.postern.journey;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** A webhook receiver that remembers what came and answers as it is told. */
final class Receiver implements AutoCloseable {

    private final HttpServer server;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private volatile int status = 200;

    private Receiver(HttpServer server) {
        this.server = server;
    }

    static Receiver start() {
        try {
            var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            var receiver = new Receiver(server);
            server.createContext("/", exchange -> {
                byte[] body = exchange.getRequestBody().readAllBytes();
                receiver.received.add(new Received(
                        Map.copyOf(exchange.getRequestHeaders()), new String(body, StandardCharsets.UTF_8)));
                byte[] answer = "{\"ok\":true}".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(receiver.status, answer.length);
                exchange.getResponseBody().write(answer);
                exchange.close();
            });
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.start();
            return receiver;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
    }

    List<Received> received() {
        return received;
    }

    void answerWith(int newStatus) {
        status = newStatus;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    record Received(Map<String, List<String>> headers, String text) {

        String header(String name) {
            return headers.entrySet().stream()
                    .filter(header -> header.getKey().equalsIgnoreCase(name))
                    .map(header -> header.getValue().getFirst())
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no header " + name + " in " + headers));
        }
    }
}
