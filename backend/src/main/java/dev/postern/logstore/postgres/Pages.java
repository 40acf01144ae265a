package dev.postern.logstore.postgres;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.postern.logstore.KeysetPage;
import dev.postern.model.Page;
import io.r2dbc.spi.Readable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;

/** Reads the pages of any number of queries with one statement, whose text is kept. */
final class Pages {

    private static final int FIRST_COLUMN = 2;

    private final Database database;
    private final Cache<List<Shape>, String> statements;

    Pages(Database database, int cachedStatements) {
        this.database = database;
        this.statements = Caffeine.newBuilder().maximumSize(cachedStatements).build();
    }

    /** The pages in the queries' order. */
    <T> Mono<List<Page<T>>> read(List<ListQuery> queries, RowMapper<T> mapper) {
        if (queries.isEmpty()) {
            return Mono.just(List.of());
        }
        Map<Shape, List<Integer>> numbers = new LinkedHashMap<>();
        for (int i = 0; i < queries.size(); i++) {
            numbers.computeIfAbsent(queries.get(i).shape(), shape -> new ArrayList<>())
                    .add(i);
        }
        List<Shape> shapes = List.copyOf(numbers.keySet());
        List<String[]> parameters = new ArrayList<>();
        numbers.values().forEach(alike -> parameters.addAll(arrays(queries, alike)));
        return Mono.defer(() -> {
            Collected<T> collected = new Collected<>(queries, mapper);
            return database.query(statements.get(shapes, ListStatement::render), parameters, collected::add)
                    .then(Mono.fromSupplier(collected::pages));
        });
    }

    /** The queries' values, turned from rows to columns. */
    private static List<String[]> arrays(List<ListQuery> queries, List<Integer> numbers) {
        List<List<String>> values =
                numbers.stream().map(number -> queries.get(number).values()).toList();
        List<String[]> arrays = new ArrayList<>();
        arrays.add(numbers.stream().map(String::valueOf).toArray(String[]::new));
        for (int i = 0; i < values.getFirst().size(); i++) {
            int column = i;
            arrays.add(values.stream().map(row -> row.get(column)).toArray(String[]::new));
        }
        return arrays;
    }

    /** From a row with the source's columns from an index on. */
    @FunctionalInterface
    interface RowMapper<T> {
        T map(Readable row, int at);
    }

    /** The rows as they come, those of a query one after another. */
    private static final class Collected<T> {

        private final List<ListQuery> queries;
        private final RowMapper<T> mapper;
        private final List<List<T>> items = new ArrayList<>();
        private final boolean[] more;
        private final boolean[] behind;

        Collected(List<ListQuery> queries, RowMapper<T> mapper) {
            this.queries = queries;
            this.mapper = mapper;
            more = new boolean[queries.size()];
            behind = new boolean[queries.size()];
            queries.forEach(query -> items.add(new ArrayList<>()));
        }

        /** The row beyond a page is counted and not read: it may be large. */
        boolean add(Readable row) {
            Integer given = row.get(0, Integer.class);
            int number = given == null ? 0 : given;
            behind[number] = Boolean.TRUE.equals(row.get(1, Boolean.class));
            if (row.get(FIRST_COLUMN, String.class) == null) {
                return false;
            }
            if (items.get(number).size() < queries.get(number).page().limit()) {
                items.get(number).add(mapper.map(row, FIRST_COLUMN));
            } else {
                more[number] = true;
            }
            return true;
        }

        List<Page<T>> pages() {
            List<Page<T>> pages = new ArrayList<>();
            for (int i = 0; i < queries.size(); i++) {
                pages.add(KeysetPage.of(queries.get(i).page(), items.get(i), more[i], behind[i]));
            }
            return pages;
        }
    }
}
