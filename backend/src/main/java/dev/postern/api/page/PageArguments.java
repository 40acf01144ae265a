package dev.postern.api.page;

import dev.postern.api.error.ApiException;
import dev.postern.logstore.CursorCodec.ListName;
import dev.postern.model.Cursor;
import dev.postern.model.PageRequest;
import dev.postern.model.PageRequest.Direction;
import graphql.schema.DataFetchingEnvironment;
import org.jspecify.annotations.Nullable;

/** The arguments {@code first, after, last, before, sort} of a list. */
public final class PageArguments {

    private static final int DEFAULT_LIMIT = 20;

    /** The page that the field's arguments ask for; throws {@link ApiException} naming the one that can't be right. */
    public static PageRequest of(DataFetchingEnvironment environment, ListName list) {
        Integer first = environment.getArgument("first");
        Integer last = environment.getArgument("last");
        String after = environment.getArgument("after");
        String before = environment.getArgument("before");
        if (first != null && last != null) {
            throw ApiException.badInput("last", "given with first (expected: one of them)");
        }
        if (after != null && before != null) {
            throw ApiException.badInput("before", "given with after (expected: one of them)");
        }
        if (after != null && last != null) {
            throw ApiException.badInput("after", "given with last (expected: with first)");
        }
        if (before != null && first != null) {
            throw ApiException.badInput("before", "given with first (expected: with last)");
        }
        boolean backward = last != null || before != null;
        int limit = backward ? limit("last", last) : limit("first", first);
        Cursor from = backward ? cursor("before", before, list) : cursor("after", after, list);
        return new PageRequest(limit, direction(environment), from, backward);
    }

    private static int limit(String argument, @Nullable Integer value) {
        if (value == null) {
            return DEFAULT_LIMIT;
        }
        if (value < 1 || value > PageRequest.MAX_LIMIT) {
            throw ApiException.badInput(argument, "%d (expected: 1..%d)".formatted(value, PageRequest.MAX_LIMIT));
        }
        return value;
    }

    private static @Nullable Cursor cursor(String argument, @Nullable String text, ListName list) {
        return text == null ? null : Cursors.parse(argument, text, list);
    }

    private static Direction direction(DataFetchingEnvironment environment) {
        return "ASC".equals(environment.<Object>getArgument("sort")) ? Direction.ASC : Direction.DESC;
    }

    private PageArguments() {}
}
