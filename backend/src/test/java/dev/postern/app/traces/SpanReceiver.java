package dev.postern.app.traces;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Takes spans by OTLP over HTTP, as a collector does. */
final class SpanReceiver implements AutoCloseable {

    private final HttpServer server;
    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final List<String> services = new CopyOnWriteArrayList<>();

    SpanReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", exchange -> {
            ExportTraceServiceRequest.parseFrom(exchange.getRequestBody())
                    .getResourceSpansList()
                    .forEach(resource -> {
                        resource.getResource().getAttributesList().stream()
                                .filter(attribute -> attribute.getKey().equals("service.name"))
                                .forEach(name -> services.add(name.getValue().getStringValue()));
                        resource.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList()));
                    });
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<String> services() {
        return services;
    }

    List<Span> all() {
        return spans;
    }

    /** All of that name, oldest first. */
    List<Span> named(String name) {
        return spans.stream()
                .filter(span -> span.getName().equals(name))
                .sorted((a, b) -> Long.compareUnsigned(a.getStartTimeUnixNano(), b.getStartTimeUnixNano()))
                .toList();
    }

    /** All of that trace. */
    List<Span> of(String traceId) {
        return spans.stream().filter(span -> traceId(span).equals(traceId)).toList();
    }

    static String traceId(Span span) {
        return HexFormat.of().formatHex(span.getTraceId().toByteArray());
    }

    static String id(Span span) {
        return HexFormat.of().formatHex(span.getSpanId().toByteArray());
    }

    static String parent(Span span) {
        return HexFormat.of().formatHex(span.getParentSpanId().toByteArray());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
