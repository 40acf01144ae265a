package dev.postern.provider.webhook;

import dev.postern.json.Json;
import dev.postern.provider.PublishOutcome;
import dev.postern.provider.PublishOutcome.Delivered;
import dev.postern.provider.PublishOutcome.Gone;
import dev.postern.provider.PublishOutcome.Rejected;
import dev.postern.provider.PublishOutcome.TimedOut;
import dev.postern.provider.PublishOutcome.Unreachable;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.resolver.AddressResolverGroup;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufFlux;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;
import reactor.netty.resources.ConnectionProvider;

/**
 * Sends requests. A request goes out once: no redirect is followed and nothing is repeated, because the
 * receiver may have acted on it, and because attempts are counted elsewhere.
 */
final class WebhookClient implements AutoCloseable {

    private static final int GONE = 410;

    /** Where a Retry-After is a receiver's wish; elsewhere it is a proxy's or means something else. */
    private static final Set<Integer> PAUSING = Set.of(429, 503);

    private static final Duration EVICTION_INTERVAL = Duration.ofSeconds(1);
    private static final Duration INACTIVE_POOLS_LIVE = Duration.ofMinutes(1);

    private final WebhookSettings.Http settings;
    private final AtomicInteger open = new AtomicInteger();
    private final RetryAfter retryAfter;
    private final AddressResolverGroup<InetSocketAddress> resolver;
    private final ConnectionProvider connections;
    private final HttpClient client;

    WebhookClient(WebhookSettings.Http settings, AddressResolverGroup<InetSocketAddress> resolver, Clock clock) {
        this.settings = settings;
        this.resolver = resolver;
        retryAfter = new RetryAfter(clock);
        connections = connections();
        client = HttpClient.create(connections)
                .resolver(resolver)
                .protocol(HttpProtocol.HTTP11)
                .followRedirect(false)
                .disableRetry(true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        settings.deadline().toMillis())
                .httpResponseDecoder(decoder -> decoder.maxHeaderSize(settings.maxResponseHeaderBytes()))
                .doOnChannelInit((observer, channel, address) -> {
                    open.incrementAndGet();
                    channel.closeFuture().addListener(closed -> open.decrementAndGet());
                    AnswerGuard.install(channel);
                });
    }

    /** Completes within the deadline; an error is a fault of ours. */
    Mono<PublishOutcome> send(WebhookRequest request) {
        byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
        return client.headers(headers -> {
                    request.headers().forEach(headers::set);
                    headers.set(HttpHeaderNames.CONTENT_LENGTH, body.length);
                })
                .post()
                .uri(request.uri())
                .send((sent, out) -> out.sendByteArray(Mono.just(body)))
                .response(this::read)
                .single()
                .timeout(settings.deadline())
                .onErrorResume(this::failed);
    }

    @Override
    public void close() {
        connections.dispose();
        resolver.close();
    }

    private Mono<PublishOutcome> read(HttpClientResponse response, ByteBufFlux content) {
        var body = new ResponseBody(settings.maxResponseBytes());
        // Leaving before the end closes the connection.
        return content.asByteArray().takeUntil(body::overflows).then(Mono.fromSupplier(() -> {
            int status = response.status().code();
            String answer = answer(status, body.text());
            if (status >= 200 && status < 300) {
                return new Delivered(Integer.toString(status), answer);
            }
            return status == GONE ? new Gone(Integer.toString(status), answer) : rejected(response, answer);
        }));
    }

    private Rejected rejected(HttpClientResponse response, String answer) {
        int status = response.status().code();
        Optional<Duration> pause = PAUSING.contains(status)
                ? retryAfter.parse(response.responseHeaders().get(HttpHeaderNames.RETRY_AFTER))
                : Optional.empty();
        return new Rejected(Integer.toString(status), answer, pause);
    }

    private Mono<PublishOutcome> failed(Throwable failure) {
        return FailureCode.of(failure)
                .<Mono<PublishOutcome>>map(code -> Mono.just(
                        switch (code) {
                            case FailureCode.TIMEOUT -> new TimedOut();
                            case FailureCode.ADDRESS_REFUSED ->
                                new Rejected(code, Json.write(Map.of("error", message(failure))), Optional.empty());
                            default -> new Unreachable(code);
                        }))
                .orElseGet(() -> Mono.error(failure));
    }

    private ConnectionProvider connections() {
        return ConnectionProvider.builder("webhook")
                .maxConnections(settings.maxConnectionsPerHost())
                .pendingAcquireMaxCount(settings.maxPendingPerHost())
                .pendingAcquireTimeout(settings.deadline())
                .evictionPredicate((connection, about) ->
                        about.idleTime() >= settings.maxIdle().toMillis()
                                || about.lifeTime() >= settings.maxLife().toMillis()
                                || open.get() > settings.maxConnections())
                .evictInBackground(EVICTION_INTERVAL)
                .disposeInactivePoolsInBackground(INACTIVE_POOLS_LIVE, INACTIVE_POOLS_LIVE)
                .build();
    }

    private static String answer(int status, String body) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("status", (long) status);
        answer.put("body", body);
        return Json.write(answer);
    }

    private static String message(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof AddressRefusedException refused) {
                return String.valueOf(refused.getMessage());
            }
        }
        return FailureCode.ADDRESS_REFUSED;
    }
}
