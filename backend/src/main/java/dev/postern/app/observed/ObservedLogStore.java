package dev.postern.app.observed;

import dev.postern.logstore.DeliveryMetricsQuery;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventMetricsQuery;
import dev.postern.logstore.EventQuery;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.FailureQuery;
import dev.postern.logstore.FailureReader;
import dev.postern.logstore.LogWriter;
import dev.postern.logstore.Metrics;
import dev.postern.logstore.MetricsReader;
import dev.postern.logstore.PayloadBudget;
import dev.postern.model.Delivery;
import dev.postern.model.Event;
import dev.postern.model.EventKey;
import dev.postern.model.LogEntry;
import dev.postern.model.Page;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import reactor.core.publisher.Mono;

/** The log, each of whose statements is timed. */
public final class ObservedLogStore
        implements LogWriter, EventReader, DeliveryReader, MetricsReader, FailureReader, DisposableBean {

    private final LogWriter writer;
    private final EventReader events;
    private final DeliveryReader deliveries;
    private final MetricsReader metrics;
    private final FailureReader failures;
    private final String store;
    private final Watch statements;
    private final DistributionSummary batches;
    private final LogSpans spans;

    <S extends LogWriter & EventReader & DeliveryReader & MetricsReader & FailureReader> ObservedLogStore(
            S log, String store, Watch statements, DistributionSummary batches, LogSpans spans) {
        writer = log;
        events = log;
        deliveries = log;
        metrics = log;
        failures = log;
        this.store = store;
        this.statements = statements;
        this.batches = batches;
        this.spans = spans;
    }

    @Override
    public Mono<Void> insert(List<LogEntry> entries) {
        return timed("insert", spans.around(entries, writer.insert(entries)))
                .doOnSuccess(done -> batches.record(entries.size()));
    }

    @Override
    public Mono<List<Page<Event>>> listEvents(List<EventQuery> queries, PayloadBudget budget) {
        return timed("list_events", events.listEvents(queries, budget));
    }

    @Override
    public Mono<Event> retrieveEvent(@Nullable String tenantId, String id) {
        return timed("retrieve_event", events.retrieveEvent(tenantId, id));
    }

    @Override
    public Mono<Map<EventKey, Event>> retrieveEvents(
            Collection<EventKey> keys, boolean withData, PayloadBudget budget) {
        return timed("retrieve_events", events.retrieveEvents(keys, withData, budget));
    }

    @Override
    public Mono<Map<EventKey, List<DestinationState>>> destinationStates(
            Collection<EventKey> keys, PayloadBudget budget) {
        return timed("destination_states", events.destinationStates(keys, budget));
    }

    @Override
    public Mono<List<Page<Delivery>>> listDeliveries(List<DeliveryQuery> queries, PayloadBudget budget) {
        return timed("list_deliveries", deliveries.listDeliveries(queries, budget));
    }

    @Override
    public Mono<Delivery> retrieveDelivery(@Nullable String tenantId, String id) {
        return timed("retrieve_delivery", deliveries.retrieveDelivery(tenantId, id));
    }

    @Override
    public Mono<Delivery> latestDelivery(String tenantId, String eventId, String destinationId) {
        return timed("latest_delivery", deliveries.latestDelivery(tenantId, eventId, destinationId));
    }

    @Override
    public Mono<Metrics<EventPoint>> countEvents(EventMetricsQuery query) {
        return timed("count_events", metrics.countEvents(query));
    }

    @Override
    public Mono<Metrics<DeliveryPoint>> countDeliveries(DeliveryMetricsQuery query) {
        return timed("count_deliveries", metrics.countDeliveries(query));
    }

    @Override
    public Mono<FailureCount> countFailures(FailureQuery query, Duration deadline) {
        return timed("count_failures", failures.countFailures(query, deadline));
    }

    @Override
    public void destroy() throws Exception {
        if (writer instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }

    private <T> Mono<T> timed(String statement, Mono<T> work) {
        return statements.time(work, Tags.of("store", store, "statement", statement));
    }
}
