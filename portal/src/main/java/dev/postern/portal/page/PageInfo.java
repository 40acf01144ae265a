package dev.postern.portal.page;

import dev.postern.portal.page.Listing.Paging;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a page lies within its connection, as the gateway says it. */
public record PageInfo(
        boolean hasNextPage,
        boolean hasPreviousPage,
        @Nullable String startCursor,
        @Nullable String endCursor) {

    /**
     * The ways to the neighbouring pages.
     *
     * @param query the filters, which both ways keep
     */
    public Paging paging(String path, Map<String, String> query) {
        return new Paging(
                hasPreviousPage && startCursor != null ? href(path, query, "before", startCursor) : "",
                hasNextPage && endCursor != null ? href(path, query, "after", endCursor) : "");
    }

    /** The ways on and back to the start, for a list that is read in one direction alone. */
    public Paging onward(String path) {
        return new Paging(
                hasPreviousPage ? path : "",
                hasNextPage && endCursor != null ? href(path, Map.of(), "after", endCursor) : "");
    }

    private static String href(String path, Map<String, String> query, String way, String cursor) {
        Map<String, String> longer = new LinkedHashMap<>(query);
        longer.put(way, cursor);
        return Links.query(path, longer);
    }
}
