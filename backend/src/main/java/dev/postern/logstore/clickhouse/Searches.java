package dev.postern.logstore.clickhouse;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.postern.logstore.clickhouse.Search.Edge;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Finds rows, window by window, until there are enough or no more. */
final class Searches {

    /** How many unlike searches of one call run at a time. */
    private static final int PARALLEL = 4;

    /** By how much each window is larger than the one before. */
    private static final int GROWTH = 8;

    /** And where the tenant's own order leads to its rows, so that a window costs no more than its parts. */
    private static final int TENANTS_GROWTH = 64;

    /** The most candidates that a statement asks for because earlier ones were not enough. */
    private static final int MAX_CANDIDATES = 1_024;

    private final Server server;
    private final String prefix;
    private final Windows windows;
    private final double windowRows;
    private final Mono<Boolean> projected;
    private final Cache<Shape, String> statements;

    /** @param projected whether the tables have the projections that lead to what one tenant has */
    Searches(Server server, ClickHouseLogStoreSettings settings, Mono<Boolean> projected) {
        this.server = server;
        this.projected = projected;
        prefix = settings.tablePrefix();
        windows = new Windows(server, prefix);
        windowRows = settings.limits().windowRows();
        statements = Caffeine.newBuilder()
                .maximumSize(settings.limits().cachedStatements())
                .build();
    }

    /** What each search finds, in their order. */
    <T> Mono<List<List<T>>> find(List<Search> searches, Rows<T> rows) {
        Map<Object, List<Search>> alike = searches.stream()
                .distinct()
                .collect(Collectors.groupingBy(Search::kind, LinkedHashMap::new, Collectors.toList()));
        return Flux.fromIterable(alike.values())
                .flatMap(same -> findAlike(same, rows), PARALLEL)
                .collect(HashMap<Search, List<T>>::new, Map::putAll)
                .map(found -> searches.stream()
                        .map(search -> Objects.requireNonNull(found.get(search)))
                        .toList());
    }

    /** The first row for each value of the column, in the searches' order; for searches that find few rows. */
    <T> Mono<List<T>> findEach(List<Search> alike, Column column, Rows<T> rows) {
        List<Column> groups = new ArrayList<>(alike.getFirst().ownColumns());
        groups.add(column);
        return look(new Look(alike, groups, null, null, true, 1), rows, row -> true)
                .map(found ->
                        found.stream().filter(Found::matching).map(Found::item).toList());
    }

    private <T> Mono<Map<Search, List<T>>> findAlike(List<Search> alike, Rows<T> rows) {
        Search first = alike.getFirst();
        Mono<List<Windows.Span>> known = first.query().few()
                ? Mono.just(List.of())
                : windows.spans(first.query().source());
        return known.flatMap(spans -> alike.size() == 1
                ? growth(first.query())
                        .flatMap(growth -> new One<>(first, rows, spans, growth).go())
                        .map(found -> Map.of(first, found))
                : new Many<>(alike, rows, spans).go());
    }

    private Mono<Integer> growth(ListQuery query) {
        return query.ofOneTenant() && !query.few()
                ? projected.map(has -> has ? TENANTS_GROWTH : GROWTH)
                : Mono.just(GROWTH);
    }

    /**
     * @param whole asked of each matching row in turn: whether what it carries is wanted
     */
    private <T> Mono<List<Found<T>>> look(Look look, Rows<T> rows, Predicate<T> whole) {
        Source.Detail detail = look.first().detail();
        Statement statement = new Statement(
                statements.get(look.shape(), shape -> SearchStatement.render(shape, prefix)), look.arguments());
        return server.query(
                statement,
                row -> {
                    boolean matching = row.flag();
                    T read = rows.reader().read(row, detail);
                    T item = rows.kept(read, matching && whole.test(read));
                    return new Found<>(
                            matching,
                            item,
                            new Edge(rows.time().apply(item), rows.id().apply(item), false));
                },
                rows.budget());
    }

    /** The rows of one search. */
    private final class One<T> {

        private final Search search;
        private final Rows<T> rows;
        private final List<Windows.Span> spans;
        private final int growth;
        private final List<T> found = new ArrayList<>();

        One(Search search, Rows<T> rows, List<Windows.Span> spans, int growth) {
            this.search = search;
            this.rows = rows;
            this.spans = spans;
            this.growth = growth;
        }

        Mono<List<T>> go() {
            return Mono.defer(() -> look(search.near(), windowRows, search.need()));
        }

        private Mono<List<T>> look(@Nullable Edge near, double size, int candidates) {
            Instant far = Windows.far(spans, search.start(near), search.ascending(), size);
            AtomicInteger room = new AtomicInteger(search.whole() - found.size());
            return Searches.this
                    .look(
                            new Look(
                                    List.of(search),
                                    List.of(),
                                    near,
                                    far,
                                    search.query().few(),
                                    candidates),
                            rows,
                            row -> room.getAndDecrement() > 0)
                    .flatMap(seen -> {
                        seen.stream()
                                .filter(Found::matching)
                                .limit(search.need() - found.size())
                                .forEach(row -> found.add(row.item()));
                        if (found.size() == search.need()) {
                            return Mono.just(found);
                        }
                        Edge last = seen.isEmpty() ? near : seen.getLast().edge();
                        if (seen.size() >= candidates) {
                            // Some match no longer: a later version of the row stands.
                            return look(last, size, Math.max(candidates, Math.min(2 * candidates, MAX_CANDIDATES)));
                        }
                        if (far != null) {
                            return look(last, growth * size, candidates);
                        }
                        // Rows that are stored twice may have taken the places of others: the end is where none is.
                        return seen.isEmpty() || search.query().few() ? Mono.just(found) : look(last, size, candidates);
                    });
        }
    }

    /** The rows of searches of one kind, found together. */
    private final class Many<T> {

        private final Rows<T> rows;
        private final List<Windows.Span> spans;
        private final Map<Search, List<T>> found = new LinkedHashMap<>();

        Many(List<Search> alike, Rows<T> rows, List<Windows.Span> spans) {
            this.rows = rows;
            this.spans = spans;
            alike.forEach(search -> found.put(search, new ArrayList<>()));
        }

        Mono<Map<Search, List<T>>> go() {
            return Mono.defer(() -> look(
                    List.copyOf(found.keySet()),
                    found.keySet().iterator().next().near(),
                    windowRows));
        }

        private Mono<Map<Search, List<T>>> look(List<Search> open, @Nullable Edge near, double size) {
            Search first = open.getFirst();
            Instant far = Windows.far(spans, first.start(near), first.ascending(), size);
            Map<List<String>, Search> owners =
                    open.stream().collect(Collectors.toMap(Search::ownValues, search -> search));
            Function<T, @Nullable Search> owner = row -> owners.get(first.ownColumns().stream()
                    .map(column -> rows.value().apply(row, column))
                    .toList());
            Map<Search, Integer> had = new HashMap<>();
            open.forEach(search ->
                    had.put(search, Objects.requireNonNull(found.get(search)).size()));
            return Searches.this
                    .look(new Look(open, first.ownColumns(), near, far, true, first.need()), rows, row -> {
                        Search mine = owner.apply(row);
                        return mine != null && had.merge(mine, 1, Integer::sum) <= mine.whole();
                    })
                    .flatMap(seen -> {
                        boolean stale = false;
                        for (Found<T> row : seen) {
                            if (!row.matching()) {
                                stale = true;
                                continue;
                            }
                            List<T> mine = found.get(owner.apply(row.item()));
                            if (mine != null && mine.size() < first.need()) {
                                mine.add(row.item());
                            }
                        }
                        List<Search> still = open.stream()
                                .filter(search -> Objects.requireNonNull(found.get(search))
                                                .size()
                                        < search.need())
                                .toList();
                        if (still.isEmpty()) {
                            return Mono.just(found);
                        }
                        if (stale) {
                            // Whose candidates these were, their rows no longer say.
                            still.forEach(search -> rows.drop(Objects.requireNonNull(found.put(search, List.of()))));
                            return Flux.fromIterable(still)
                                    .flatMap(
                                            search -> new One<>(search, rows, spans, GROWTH)
                                                    .go()
                                                    .doOnNext(mine -> found.put(search, mine)),
                                            PARALLEL)
                                    .then(Mono.just(found));
                        }
                        return far == null
                                ? Mono.just(found)
                                : look(still, new Edge(far, "", first.ascending()), GROWTH * size);
                    });
        }
    }

    /**
     * A row that holds a candidate's key.
     *
     * @param matching whether it still is what was looked for
     */
    private record Found<T>(boolean matching, T item, Edge edge) {}
}
