package dev.postern.api.page;

import dev.postern.logstore.CursorCodec;
import dev.postern.logstore.CursorCodec.ListName;
import dev.postern.model.Cursor;
import dev.postern.model.Page;
import graphql.relay.Connection;
import graphql.relay.ConnectionCursor;
import graphql.relay.DefaultConnectionCursor;
import graphql.relay.Edge;
import graphql.relay.PageInfo;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A page as Relay's connection, with {@code nodes} beside {@code edges}. A cursor is made when it is asked for. */
public class PageConnection<T> implements Connection<T> {

    private final ListName list;
    private final Page<T> page;
    private final Function<T, Cursor> place;

    /** @param place where a row lies in its list */
    public PageConnection(ListName list, Page<T> page, Function<T, Cursor> place) {
        this.list = list;
        this.page = page;
        this.place = place;
    }

    @Override
    public List<Edge<T>> getEdges() {
        return page.items().stream().<Edge<T>>map(Row::new).toList();
    }

    public List<T> getNodes() {
        return page.items();
    }

    @Override
    public PageInfo getPageInfo() {
        return new Position();
    }

    private ConnectionCursor cursor(T node) {
        return new DefaultConnectionCursor(CursorCodec.encode(list, place.apply(node)));
    }

    private final class Row implements Edge<T> {

        private final T node;

        private Row(T node) {
            this.node = node;
        }

        @Override
        public T getNode() {
            return node;
        }

        @Override
        public ConnectionCursor getCursor() {
            return cursor(node);
        }
    }

    private final class Position implements PageInfo {

        @Override
        public @Nullable ConnectionCursor getStartCursor() {
            return page.items().isEmpty() ? null : cursor(page.items().getFirst());
        }

        @Override
        public @Nullable ConnectionCursor getEndCursor() {
            return page.items().isEmpty() ? null : cursor(page.items().getLast());
        }

        @Override
        public boolean isHasPreviousPage() {
            return page.hasPrevious();
        }

        @Override
        public boolean isHasNextPage() {
            return page.hasNext();
        }
    }
}
