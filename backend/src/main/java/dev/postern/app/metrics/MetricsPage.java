package dev.postern.app.metrics;

import dev.postern.security.OperatorKey;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** {@code /metrics}: Prometheus' text, for operators or for whoever asks. */
final class MetricsPage {

    private static final MediaType TEXT = MediaType.parseMediaType("text/plain;version=0.0.4;charset=utf-8");

    /** However many ask, the text is made once in this time. */
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final @Nullable OperatorKey key;
    private final Mono<String> text;

    /** @param key what a reader must send; null where anybody may read */
    MetricsPage(PrometheusMeterRegistry registry, @Nullable OperatorKey key) {
        this.key = key;
        // Thousands of lines are too much for an event loop.
        this.text = Mono.fromCallable(registry::scrape)
                .subscribeOn(Schedulers.boundedElastic())
                .cache(FRESH);
    }

    Mono<ServerResponse> handle(ServerRequest request) {
        if (key != null && !key.isIn(request.headers().firstHeader(HttpHeaders.AUTHORIZATION))) {
            return ServerResponse.status(HttpStatus.UNAUTHORIZED)
                    .header(HttpHeaders.WWW_AUTHENTICATE, "Bearer")
                    .contentType(MediaType.TEXT_PLAIN)
                    .bodyValue("Metrics are for operators: send Authorization: Bearer <API_KEY>,"
                            + " or open them by POSTERN_METRICS_ACCESS=open\n");
        }
        return text.flatMap(lines -> ServerResponse.ok().contentType(TEXT).bodyValue(lines));
    }
}
