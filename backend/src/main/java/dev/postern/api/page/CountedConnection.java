package dev.postern.api.page;

import dev.postern.logstore.CursorCodec.ListName;
import dev.postern.model.Cursor;
import dev.postern.model.Page;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** A page that knows how long its whole list is. */
public final class CountedConnection<T> extends PageConnection<T> {

    private final Mono<Integer> total;

    /** @param total counts when subscribed, which is only where it is selected */
    public CountedConnection(ListName list, Page<T> page, Function<T, Cursor> place, Mono<Integer> total) {
        super(list, page, place);
        this.total = total;
    }

    /** How long the whole list is. */
    public Mono<Integer> total() {
        return total;
    }
}
