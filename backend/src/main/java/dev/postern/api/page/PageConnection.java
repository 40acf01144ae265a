package dev.postern.api.page;

import dev.postern.logstore.CursorCodec;
import dev.postern.logstore.CursorCodec.ListName;
import dev.postern.model.Cursor;
import dev.postern.model.Page;
import graphql.relay.Connection;
import graphql.relay.ConnectionCursor;
import graphql.relay.DefaultConnectionCursor;
import graphql.relay.DefaultEdge;
import graphql.relay.DefaultPageInfo;
import graphql.relay.Edge;
import graphql.relay.PageInfo;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A page as Relay's connection, with {@code nodes} beside {@code edges}. */
public class PageConnection<T> implements Connection<T> {

    private final List<T> nodes;
    private final List<Edge<T>> edges;
    private final PageInfo pageInfo;

    /** @param place where a row lies in its list */
    public PageConnection(ListName list, Page<T> page, Function<T, Cursor> place) {
        nodes = page.items();
        edges = nodes.stream()
                .<Edge<T>>map(node -> new DefaultEdge<>(
                        node, new DefaultConnectionCursor(CursorCodec.encode(list, place.apply(node)))))
                .toList();
        pageInfo = new DefaultPageInfo(cursor(edges, 0), cursor(edges, -1), page.hasPrevious(), page.hasNext());
    }

    @Override
    public List<Edge<T>> getEdges() {
        return edges;
    }

    public List<T> getNodes() {
        return nodes;
    }

    @Override
    public PageInfo getPageInfo() {
        return pageInfo;
    }

    private static <T> @Nullable ConnectionCursor cursor(List<Edge<T>> edges, int index) {
        return edges.isEmpty()
                ? null
                : edges.get(Math.floorMod(index, edges.size())).getCursor();
    }
}
