package dev.postern.logstore.clickhouse;

import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.table;

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
import dev.postern.logstore.clickhouse.Source.Detail;
import dev.postern.model.Delivery;
import dev.postern.model.Event;
import dev.postern.model.EventKey;
import dev.postern.model.LogEntry;
import dev.postern.model.Page;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The log in ClickHouse, in Outpost's tables. What is stored several times, as ClickHouse may keep it until it
 * merges, is read once, as it was stored last. A page costs what is looked through until it is full, newest
 * first; what is looked for by id is found by an index over the whole history.
 */
public final class ClickHouseLogStore
        implements LogWriter, EventReader, DeliveryReader, MetricsReader, FailureReader, AutoCloseable {

    private final Server server;
    private final Pages pages;
    private final Searches searches;
    private final AttemptCounts counts;
    private final BatchInserts inserts;
    private final Counting counting;
    private final Mono<Boolean> latency;

    /** Connects when it is first used. */
    public ClickHouseLogStore(ClickHouseLogStoreSettings settings) {
        server = new Server(settings);
        searches =
                new Searches(server, settings, known(has("projections", settings.tablePrefix(), "postern_by_tenant")));
        pages = new Pages(searches);
        counts = new AttemptCounts(server, settings.tablePrefix());
        inserts = new BatchInserts(server, settings.tablePrefix());
        counting = new Counting(server, settings.tablePrefix());
        latency = known(has("columns", settings.tablePrefix(), "latency_ms"));
    }

    private Mono<Boolean> known(Statement statement) {
        return LateAddition.remembered(
                server.query(statement, RowReader::count).map(counted -> counted.getFirst() > 0));
    }

    @Override
    public Mono<Void> insert(List<LogEntry> entries) {
        return entries.isEmpty() ? Mono.empty() : inserts.insert(entries, latency);
    }

    @Override
    public Mono<List<Page<Event>>> listEvents(List<EventQuery> list, PayloadBudget budget) {
        return Mono.defer(() -> pages.read(
                list.stream()
                        .map(query -> new Pages.Wanted(
                                Queries.of(query.filter()), new Detail(query.withData(), false, false), query.page()))
                        .toList(),
                Rows.EVENTS.within(budget)));
    }

    @Override
    public Mono<Event> retrieveEvent(@Nullable String tenantId, String id) {
        return newest(List.of(Queries.event(tenantId, id)), new Detail(true, false, false), Rows.EVENTS)
                .flatMap(ClickHouseLogStore::only);
    }

    @Override
    public Mono<Map<EventKey, Event>> retrieveEvents(
            Collection<EventKey> keys, boolean withData, PayloadBudget budget) {
        List<EventKey> wanted = keys.stream().distinct().toList();
        return newest(
                        wanted.stream()
                                .map(key -> Queries.event(key.tenantId(), key.id()))
                                .toList(),
                        new Detail(withData, false, false),
                        Rows.EVENTS.within(budget))
                .map(found -> {
                    Map<EventKey, Event> events = new LinkedHashMap<>();
                    IntStream.range(0, wanted.size())
                            .forEach(i -> found.get(i).forEach(event -> events.put(wanted.get(i), event)));
                    return events;
                });
    }

    @Override
    public Mono<Map<EventKey, List<DestinationState>>> destinationStates(
            Collection<EventKey> keys, PayloadBudget budget) {
        if (keys.isEmpty()) {
            return Mono.just(Map.of());
        }
        List<EventKey> wanted = keys.stream().distinct().toList();
        return latency.flatMap(has -> Mono.zip(
                searches.findEach(
                        wanted.stream()
                                .map(key -> new Search(
                                        Queries.attempts(key.tenantId(), key.id()),
                                        new Detail(false, false, has),
                                        false,
                                        null,
                                        1))
                                .toList(),
                        Column.DESTINATION,
                        Rows.DELIVERIES.within(budget)),
                counts.count(wanted),
                AttemptCounts::states));
    }

    @Override
    public Mono<List<Page<Delivery>>> listDeliveries(List<DeliveryQuery> list, PayloadBudget budget) {
        return latency.flatMap(has -> pages.read(
                list.stream()
                        .map(query -> new Pages.Wanted(
                                Queries.of(query.filter()),
                                new Detail(query.withData(), query.withResponse(), has),
                                query.page()))
                        .toList(),
                Rows.DELIVERIES.within(budget)));
    }

    @Override
    public Mono<Delivery> retrieveDelivery(@Nullable String tenantId, String id) {
        return newestDelivery(Queries.delivery(tenantId, id));
    }

    @Override
    public Mono<Delivery> latestDelivery(String tenantId, String eventId, String destinationId) {
        return newestDelivery(Queries.attempts(tenantId, eventId, destinationId));
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

    /** Ends what is under way. */
    @Override
    public void close() {
        server.close();
    }

    private Mono<Delivery> newestDelivery(ListQuery query) {
        return latency.flatMap(has -> newest(List.of(query), new Detail(true, true, has), Rows.DELIVERIES))
                .flatMap(ClickHouseLogStore::only);
    }

    /** The newest row of each query, where it has one. */
    private <T> Mono<List<List<T>>> newest(List<ListQuery> queries, Detail detail, Rows<T> rows) {
        return Mono.defer(() -> searches.find(
                queries.stream()
                        .map(query -> new Search(query, detail, false, null, 1))
                        .toList(),
                rows));
    }

    private static <T> Mono<T> only(List<List<T>> found) {
        return Mono.justOrEmpty(found.getFirst().stream().findFirst());
    }

    /** Asks whether the deliveries' table has a column or projection of that name. */
    private static Statement has(String parts, String prefix, String part) {
        return new Statement(
                Sql.render(select(count())
                        .from(table(name("system", parts)))
                        .where(field("database = currentDatabase()", Boolean.class))
                        .and(field(name("table"), Object.class).eq(Sql.value(0, "String")))
                        .and(field(name("name"), Object.class).eq(Sql.value(1, "String")))),
                new Arguments().text(prefix + Source.ATTEMPTS.table()).text(part));
    }
}
