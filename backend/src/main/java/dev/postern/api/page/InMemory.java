package dev.postern.api.page;

import dev.postern.model.Cursor;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.PageRequest.Direction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Pages of a list that is at hand as a whole. */
public final class InMemory {

    private static final Comparator<Cursor> ORDER =
            Comparator.comparing(Cursor::time).thenComparing(Cursor::id);

    /**
     * The page that the request asks for.
     *
     * @param place where a row lies in the list
     */
    public static <T> Page<T> page(List<T> rows, PageRequest request, Function<T, Cursor> place) {
        Comparator<Cursor> order = request.direction() == Direction.ASC ? ORDER : ORDER.reversed();
        List<T> sorted = new ArrayList<>(rows);
        sorted.sort(Comparator.comparing(place, order));
        Cursor from = request.from();
        int start;
        int end;
        if (request.backward()) {
            end = from == null ? sorted.size() : count(sorted, row -> order.compare(place.apply(row), from) < 0);
            start = Math.max(0, end - request.limit());
        } else {
            start = from == null ? 0 : count(sorted, row -> order.compare(place.apply(row), from) <= 0);
            end = Math.min(sorted.size(), start + request.limit());
        }
        return new Page<>(sorted.subList(start, end), end < sorted.size(), start > 0);
    }

    private static <T> int count(List<T> rows, Predicate<T> condition) {
        return (int) rows.stream().filter(condition).count();
    }

    private InMemory() {}
}
