package dev.postern.benchmark.query;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** Asks as fast as it is answered, over so many connections. */
final class Asker implements AutoCloseable {

    private static final int MOST_PER_SECOND = 60_000;

    private final ConnectionProvider connections;
    private final HttpClient client;

    Asker(int port, String key) {
        connections = ConnectionProvider.builder("asker")
                .maxConnections(1_000)
                .pendingAcquireTimeout(Duration.ofMinutes(1))
                .build();
        client = HttpClient.create(connections)
                .baseUrl("http://127.0.0.1:" + port)
                .headers(headers -> headers.set(HttpHeaderNames.AUTHORIZATION, "Bearer " + key)
                        .set(HttpHeaderNames.CONTENT_TYPE, "application/json"));
    }

    /** The answer's bytes. */
    Mono<byte[]> ask(String path, String question) {
        byte[] body = question.getBytes(StandardCharsets.UTF_8);
        return client.headers(headers -> headers.set(HttpHeaderNames.CONTENT_LENGTH, body.length))
                .post()
                .uri(path)
                .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(body)))
                .responseSingle((response, content) -> response.status().code() == 200
                        ? content.asByteArray()
                        : content.asString()
                                .flatMap(
                                        text -> Mono.error(new IllegalStateException(response.status() + " " + text))));
    }

    /** A closed loop; each of the requests in its turn. */
    Load ask(List<Request> requests, int atOnce, int seconds) {
        long[] took = new long[MOST_PER_SECOND * seconds];
        var answers = new AtomicInteger();
        var turn = new AtomicInteger();
        long start = System.nanoTime();
        long end = start + Duration.ofSeconds(seconds).toNanos();
        Flux.range(0, atOnce)
                .flatMap(
                        one -> Mono.defer(() -> {
                                    Request next = requests.get(turn.getAndIncrement() % requests.size());
                                    long asked = System.nanoTime();
                                    return ask(next.path(), next.body())
                                            .doOnNext(answer ->
                                                    took[answers.getAndIncrement()] = System.nanoTime() - asked);
                                })
                                .repeat(() -> System.nanoTime() < end && answers.get() < took.length - atOnce),
                        atOnce)
                .blockLast();
        double elapsed = (System.nanoTime() - start) / 1e9;
        long[] sorted = Arrays.stream(took, 0, answers.get()).sorted().toArray();
        return new Load(sorted.length, sorted.length / elapsed, ms(sorted, 0.5), ms(sorted, 0.99));
    }

    @Override
    public void close() {
        connections.dispose();
    }

    private static double ms(long[] sorted, double share) {
        return sorted[(int) Math.ceil(share * sorted.length) - 1] / 1e6;
    }

    /** What is posted, and where. */
    record Request(String path, String body) {}

    /** How fast the answers came. */
    record Load(int answers, double perSecond, double p50, double p99) {}
}
