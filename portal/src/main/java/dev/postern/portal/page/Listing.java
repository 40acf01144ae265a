package dev.postern.portal.page;

import dev.postern.portal.gateway.GatewayException;
import java.util.List;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Mono;

/**
 * What a list has to show; never two of these at once.
 *
 * @param <T> a row
 */
public sealed interface Listing<T> {

    /** Rows, and the ways to the pages beside this one. */
    record Rows<T>(List<T> rows, Paging paging) implements Listing<T> {
        public Rows {
            rows = List.copyOf(rows);
        }
    }

    /** There is nothing of this kind yet. */
    record Nothing<T>() implements Listing<T> {}

    /**
     * There may be some, but none that the filters let through.
     *
     * @param clear the same list without filters
     */
    record NoMatch<T>(String clear) implements Listing<T> {}

    /**
     * It could not be had.
     *
     * @param reference finds the failure in the logs; empty where it is of the caller's making
     * @param again the address to try once more
     * @param status what the page says to programs
     */
    record Failed<T>(String reason, String reference, String again, HttpStatus status) implements Listing<T> {}

    /**
     * The ways to the neighbouring pages; an empty one is a dead end.
     *
     * @param newer towards the newest
     * @param older towards the oldest
     */
    record Paging(String newer, String older) {}

    /**
     * What a list shows when its gateway fails. A visitor who is no longer known, or must not see the list, gets another
     * page instead: those failures pass on.
     *
     * @param again the address to try once more
     */
    static <T> Mono<Failed<T>> failed(GatewayException failure, String again) {
        return switch (failure) {
            case GatewayException.Unauthenticated lapsed -> Mono.error(lapsed);
            case GatewayException.NotFound missing -> Mono.error(missing);
            case GatewayException.Refused refused ->
                Mono.just(new Failed<>(refused.text(), "", again, HttpStatus.BAD_REQUEST));
            case GatewayException.Unavailable down ->
                Mono.just(new Failed<>(down.text(), down.reference(), again, HttpStatus.BAD_GATEWAY));
        };
    }

    /** Which of the states this is, as templates ask for it. */
    default String state() {
        return switch (this) {
            case Rows<T> rows -> "rows";
            case Nothing<T> nothing -> "nothing";
            case NoMatch<T> noMatch -> "nomatch";
            case Failed<T> failed -> "failed";
        };
    }
}
