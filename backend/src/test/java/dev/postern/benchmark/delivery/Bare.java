package dev.postern.benchmark.delivery;

import dev.postern.model.DeliveryTask;
import dev.postern.model.Event;
import dev.postern.queue.DeliveryQueue;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** Loops that do one thing that a delivery needs, and nothing else, in this process. */
final class Bare {

    private final Payloads payloads;

    Bare(Payloads payloads) {
        this.payloads = payloads;
    }

    /** How many bodies a second an HTTP client like the product's posts to the receiver, so many at once. */
    double posts(int port, int atOnce, int seconds) {
        ConnectionProvider connections = ConnectionProvider.create("bare", atOnce);
        HttpClient client = HttpClient.create(connections)
                .protocol(HttpProtocol.HTTP11)
                .followRedirect(false)
                .disableRetry(true);
        try {
            long events = Flux.range(0, Integer.MAX_VALUE)
                    .flatMap(
                            event -> {
                                byte[] body = payloads.get(event).data().getBytes(StandardCharsets.UTF_8);
                                return client.headers(
                                                headers -> headers.set(HttpHeaderNames.CONTENT_LENGTH, body.length))
                                        .post()
                                        .uri("http://127.0.0.1:" + port + "/bare")
                                        .send((sent, out) -> out.sendByteArray(Mono.just(body)))
                                        .response((response, content) -> content.then()
                                                .thenReturn(response.status().code()))
                                        .single();
                            },
                            atOnce)
                    .take(Duration.ofSeconds(seconds))
                    .count()
                    .blockOptional()
                    .orElse(0L);
            return (double) events / seconds;
        } finally {
            connections.dispose();
        }
    }

    /** How many tasks a second go through the queue, so many in it or in hand at once. */
    double queued(DeliveryQueue queue, int atOnce, int seconds) throws InterruptedException {
        var free = new Semaphore(atOnce);
        var done = new AtomicInteger();
        Disposable consumer = queue.consume(atOnce)
                .flatMap(
                        message -> message.ack().doOnSuccess(acknowledged -> {
                            done.incrementAndGet();
                            free.release();
                        }),
                        atOnce)
                .subscribe();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (int event = 0; System.nanoTime() < end; event++) {
            if (free.tryAcquire(100, TimeUnit.MILLISECONDS)) {
                queue.publish(List.of(task(event, "des_0"))).subscribe();
            }
        }
        double rate = (double) done.get() / seconds;
        Thread.sleep(1_000);
        consumer.dispose();
        return rate;
    }

    DeliveryTask task(int event, String destination) {
        Payloads.Payload payload = payloads.get(event);
        return new DeliveryTask(
                new Event(
                        "evt_" + event,
                        "tenant_0",
                        null,
                        List.of(destination),
                        payload.topic(),
                        true,
                        Clock.systemUTC().instant(),
                        Map.of(),
                        payload.data()),
                destination,
                1,
                false);
    }
}
