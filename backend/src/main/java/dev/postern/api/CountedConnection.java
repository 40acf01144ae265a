package dev.postern.api;

import dev.postern.api.page.PageConnection;
import dev.postern.logstore.CursorCodec.ListName;
import dev.postern.model.Cursor;
import dev.postern.model.Page;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** A page that knows how long its whole list is. */
final class CountedConnection<T> extends PageConnection<T> {

    private final Mono<Integer> total;

    /** @param total counts when subscribed, which is only where it is selected */
    CountedConnection(ListName list, Page<T> page, Function<T, Cursor> place, Mono<Integer> total) {
        super(list, page, place);
        this.total = total;
    }

    Mono<Integer> total() {
        return total;
    }
}
