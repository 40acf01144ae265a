package dev.postern.logstore.postgres;

import dev.postern.logstore.DeliveryMetricsQuery;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventMetricsQuery;
import dev.postern.logstore.EventQuery;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.FailureQuery;
import dev.postern.logstore.FailureReader;
import dev.postern.logstore.LateAddition;
import dev.postern.logstore.LogWriter;
import dev.postern.logstore.Metrics;
import dev.postern.logstore.MetricsReader;
import dev.postern.logstore.PayloadBudget;
import dev.postern.logstore.StoredForm;
import dev.postern.model.Delivery;
import dev.postern.model.Event;
import dev.postern.model.EventKey;
import dev.postern.model.LogEntry;
import dev.postern.model.Page;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The log in PostgreSQL, in Outpost's tables. A list costs no more than its page where it is of a tenant, or
 * of up to {@link PostgresLogStoreSettings#maxBranches()} tenants, and has no other filter or one by
 * destination, type, topic or status; and where it is of an event. Other lists read, newest first, until
 * their page is full.
 */
public final class PostgresLogStore implements LogWriter, EventReader, DeliveryReader, MetricsReader, FailureReader {

    private static final String HAS_LATENCY = "select exists(select from pg_attribute"
            + " where attrelid = to_regclass('attempts') and attname = 'latency_ms' and not attisdropped)";

    private final Database database;
    private final Pages pages;
    private final Queries queries;
    private final BatchInserts inserts;
    private final Counting counting;
    private final Mono<Boolean> latency;

    /**
     * @param connections pooled, with a time-out on statements; not closed here
     */
    public PostgresLogStore(ConnectionFactory connections, PostgresLogStoreSettings settings) {
        database = new Database(connections);
        pages = new Pages(database, settings.cachedStatements());
        queries = new Queries(settings.maxBranches());
        inserts = new BatchInserts(database, settings);
        counting = new Counting(database);
        latency = LateAddition.remembered(database.query(
                        HAS_LATENCY, List.of(), row -> Boolean.TRUE.equals(row.get(0, Boolean.class)))
                .single());
    }

    @Override
    public Mono<Void> insert(List<LogEntry> entries) {
        return entries.isEmpty() ? Mono.empty() : inserts.insert(entries, latency);
    }

    @Override
    public Mono<List<Page<Event>>> listEvents(List<EventQuery> list, PayloadBudget budget) {
        return Mono.defer(() -> pages.read(list.stream().map(queries::of).toList(), events(budget)));
    }

    @Override
    public Mono<Event> retrieveEvent(@Nullable String tenantId, String id) {
        return Mono.defer(() -> pages.read(List.of(queries.newestEvent(tenantId, id, true)), Rows::event))
                .flatMap(PostgresLogStore::first);
    }

    @Override
    public Mono<Map<EventKey, Event>> retrieveEvents(
            Collection<EventKey> keys, boolean withData, PayloadBudget budget) {
        return Mono.defer(() -> {
            List<EventKey> wanted = keys.stream().distinct().toList();
            return pages.read(
                            wanted.stream()
                                    .map(key -> queries.newestEvent(key.tenantId(), key.id(), withData))
                                    .toList(),
                            events(budget))
                    .map(found -> {
                        Map<EventKey, Event> events = new LinkedHashMap<>();
                        IntStream.range(0, wanted.size())
                                .forEach(i -> found.get(i).items().forEach(event -> events.put(wanted.get(i), event)));
                        return events;
                    });
        });
    }

    @Override
    public Mono<Map<EventKey, List<DestinationState>>> destinationStates(
            Collection<EventKey> keys, PayloadBudget budget) {
        if (keys.isEmpty()) {
            return Mono.just(Map.of());
        }
        return latency.flatMap(has -> {
            List<EventKey> wanted = keys.stream().distinct().toList();
            return database.query(
                            StatesStatement.render(new Source.Detail(false, false, has)),
                            parameters(wanted),
                            row -> new State(
                                    number(row.get(0, Integer.class)),
                                    new DestinationState(
                                            budget.take(Rows.delivery(row, 2)), number(row.get(1, Integer.class)))))
                    .collectList()
                    .map(found -> {
                        Map<EventKey, List<DestinationState>> states = new LinkedHashMap<>();
                        found.forEach(
                                state -> states.computeIfAbsent(wanted.get(state.number()), key -> new ArrayList<>())
                                        .add(state.state()));
                        return states;
                    });
        });
    }

    @Override
    public Mono<List<Page<Delivery>>> listDeliveries(List<DeliveryQuery> list, PayloadBudget budget) {
        return latency.flatMap(has -> pages.read(
                list.stream().map(query -> queries.of(query, has)).toList(),
                (row, at) -> budget.take(Rows.delivery(row, at))));
    }

    @Override
    public Mono<Delivery> retrieveDelivery(@Nullable String tenantId, String id) {
        return latency.flatMap(has -> pages.read(List.of(queries.newestDelivery(tenantId, id, has)), Rows::delivery))
                .flatMap(PostgresLogStore::first);
    }

    @Override
    public Mono<Delivery> latestDelivery(String tenantId, String eventId, String destinationId) {
        return latency.flatMap(has -> pages.read(
                        List.of(queries.latestDelivery(tenantId, eventId, destinationId, has)), Rows::delivery))
                .flatMap(PostgresLogStore::first);
    }

    @Override
    public Mono<Metrics<EventPoint>> countEvents(EventMetricsQuery query) {
        return Mono.defer(() -> counting.events(query));
    }

    @Override
    public Mono<Metrics<DeliveryPoint>> countDeliveries(DeliveryMetricsQuery query) {
        return latency.flatMap(has -> counting.deliveries(query, has));
    }

    @Override
    public Mono<FailureCount> countFailures(FailureQuery query, Duration deadline) {
        return query.none() ? Mono.just(FailureCount.NONE) : Mono.defer(() -> counting.failures(query, deadline));
    }

    private static Pages.RowMapper<Event> events(PayloadBudget budget) {
        return (row, at) -> budget.take(Rows.event(row, at));
    }

    private static <T> Mono<T> first(List<Page<T>> pages) {
        return Mono.justOrEmpty(pages.getFirst().items().stream().findFirst());
    }

    private static List<String[]> parameters(List<EventKey> keys) {
        return List.of(
                IntStream.range(0, keys.size()).mapToObj(String::valueOf).toArray(String[]::new),
                keys.stream().map(key -> StoredForm.text(key.tenantId())).toArray(String[]::new),
                keys.stream().map(key -> StoredForm.text(key.id())).toArray(String[]::new));
    }

    private static int number(@Nullable Integer value) {
        return value == null ? 0 : value;
    }

    private record State(int number, DestinationState state) {}
}
