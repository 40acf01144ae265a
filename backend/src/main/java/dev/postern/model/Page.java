package dev.postern.model;

import java.util.List;
import java.util.function.Function;

/**
 * A page of a list, in the list's order whichever way it was asked for.
 *
 * @param hasNext whether rows follow the last of {@code items}
 * @param hasPrevious whether rows come before the first of {@code items}
 */
public record Page<T>(List<T> items, boolean hasNext, boolean hasPrevious) {

    public Page {
        items = List.copyOf(items);
    }

    public static <T> Page<T> empty() {
        return new Page<>(List.of(), false, false);
    }

    public <R> Page<R> map(Function<T, R> function) {
        return new Page<>(items.stream().map(function).toList(), hasNext, hasPrevious);
    }
}
