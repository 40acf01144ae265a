package dev.postern.logstore;

import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import java.util.List;

/** How a store's rows become a page. */
public final class KeysetPage {

    /**
     * The page that the request asked for.
     *
     * @param rows from the request's place on, in the order read (so from the place backwards, where the
     *     request goes backward), one more than its limit where there are so many
     * @param behind whether the list has rows on the other side of the place, or at it
     */
    public static <T> Page<T> of(PageRequest request, List<T> rows, boolean behind) {
        boolean more = rows.size() > request.limit();
        return of(request, more ? rows.subList(0, request.limit()) : rows, more, behind);
    }

    /**
     * The page that the request asked for.
     *
     * @param items its rows, in the order read
     * @param more whether the list goes on behind them
     * @param behind whether the list has rows on the other side of the place, or at it
     */
    public static <T> Page<T> of(PageRequest request, List<T> items, boolean more, boolean behind) {
        return request.backward() ? new Page<>(items.reversed(), behind, more) : new Page<>(items, more, behind);
    }

    private KeysetPage() {}
}
