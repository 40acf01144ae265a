package dev.postern.app.wiring;

import dev.postern.logstore.DeliveryMetricsQuery;
import dev.postern.logstore.EventMetricsQuery;
import dev.postern.logstore.Metrics;
import dev.postern.logstore.MetricsReader;
import java.io.IOException;
import reactor.core.publisher.Mono;

/** Stands in for a log that can't count yet: whoever asks hears that it is not to be had, and never zeros. */
final class NoMetrics implements MetricsReader {

    @Override
    public Mono<Metrics<EventPoint>> countEvents(EventMetricsQuery query) {
        return unavailable();
    }

    @Override
    public Mono<Metrics<DeliveryPoint>> countDeliveries(DeliveryMetricsQuery query) {
        return unavailable();
    }

    private static <T> Mono<T> unavailable() {
        return Mono.error(() -> new IOException("metrics are not counted in ClickHouse in this version"));
    }
}
