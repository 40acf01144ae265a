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
import org.jspecify.annotations.Nullable;
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
        return database.query(statements.get(shapes, ListStatement::render), parameters, row -> Line.of(row, mapper))
                .collectList()
                .map(lines -> pages(queries, lines));
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

    private static <T> List<Page<T>> pages(List<ListQuery> queries, List<Line<T>> lines) {
        List<List<T>> rows = new ArrayList<>();
        queries.forEach(query -> rows.add(new ArrayList<>()));
        boolean[] behind = new boolean[queries.size()];
        for (Line<T> line : lines) {
            behind[line.number()] = line.behind();
            if (line.item() != null) {
                rows.get(line.number()).add(line.item());
            }
        }
        List<Page<T>> pages = new ArrayList<>();
        for (int i = 0; i < queries.size(); i++) {
            pages.add(KeysetPage.of(queries.get(i).page(), rows.get(i), behind[i]));
        }
        return pages;
    }

    /** From a row with the source's columns from an index on. */
    @FunctionalInterface
    interface RowMapper<T> {
        T map(Readable row, int at);
    }

    private record Line<T>(
            int number, boolean behind, @Nullable T item) {

        static <T> Line<T> of(Readable row, RowMapper<T> mapper) {
            Integer number = row.get(0, Integer.class);
            boolean empty = row.get(FIRST_COLUMN, String.class) == null;
            return new Line<>(
                    number == null ? 0 : number,
                    Boolean.TRUE.equals(row.get(1, Boolean.class)),
                    empty ? null : mapper.map(row, FIRST_COLUMN));
        }
    }
}
