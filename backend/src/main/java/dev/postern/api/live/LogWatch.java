package dev.postern.api.live;

import dev.postern.api.error.ApiException;
import dev.postern.api.live.LoggedRows.Rows;
import dev.postern.livelog.LiveFeed;
import dev.postern.livelog.LogNotice;
import dev.postern.livelog.Told;
import dev.postern.livelog.Watcher;
import dev.postern.livelog.Watcher.Waiting;
import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventFilter;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.PayloadBudget;
import dev.postern.logstore.PayloadBudgetExceededException;
import dev.postern.logstore.PayloadRoomException;
import dev.postern.model.Delivery;
import dev.postern.model.Event;
import graphql.GraphQLContext;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * The log's rows as they reach it, in that order. Whoever reads slowly holds up nobody: notices wait for it up to a limit,
 * and rows are read for it a batch at a time, when it asks for more.
 */
public final class LogWatch {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int TRIES = 5;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);

    private final LiveFeed feed;
    private final LoggedRows rows;
    private final Budgets budgets;
    private final int batch;

    /**
     * @param budgets what the rows of one batch may carry
     * @param batch how many rows are read at once
     */
    public LogWatch(LiveFeed feed, EventReader events, DeliveryReader deliveries, Budgets budgets, int batch) {
        this.feed = feed;
        this.rows = new LoggedRows(events, deliveries);
        this.budgets = budgets;
        this.batch = batch;
    }

    /** Deliveries that the filter means. To be called once for each operation. */
    public Flux<Delivery> deliveries(
            DeliveryFilter filter, boolean withData, boolean withResponse, GraphQLContext context) {
        return watch(
                Wanted.deliveries(filter),
                (notices, budget) -> rows.deliveries(notices, withData, withResponse, budget),
                context);
    }

    /** Events that the filter means, each once. To be called once for each operation. */
    public Flux<Event> events(EventFilter filter, boolean withData, GraphQLContext context) {
        return watch(Wanted.events(filter), (notices, budget) -> rows.events(notices, withData, budget), context);
    }

    private <T> Flux<T> watch(Predicate<Told> wanted, Reading<T> reading, GraphQLContext context) {
        Mono<Void> listening = feed.listening()
                .timeout(PATIENCE)
                .onErrorMap(e -> ApiException.unavailable("The log can't be watched now; try again later"))
                .cache();
        Watching watching = Watching.begin(context, listening.onErrorComplete());
        return listening.thenMany(Flux.using(
                () -> feed.watch(wanted),
                // Hidden, so that nothing is taken before it is asked for.
                watcher -> Flux.just(watcher)
                        .hide()
                        .concatMap(each -> each.take(batch).flatMapMany(waiting -> read(waiting, reading, watching)), 0)
                        .repeat(),
                Watcher::close));
    }

    private <T> Flux<T> read(List<Waiting> waiting, Reading<T> reading, Watching watching) {
        List<LogNotice> notices = waiting.stream().map(Waiting::notice).toList();
        return Flux.using(
                        () -> budgets.of(notices.size() == 1),
                        budget -> reading.apply(notices, budget).flatMapMany(found -> told(waiting, found, watching)),
                        PayloadBudget::release)
                // Nothing was told yet where reading fails.
                .retryWhen(Retry.backoff(TRIES, FIRST_PAUSE)
                        .filter(error -> error instanceof PayloadRoomException
                                || !(error instanceof PayloadBudgetExceededException))
                        .onRetryExhaustedThrow((spec, signal) -> signal.failure()))
                .onErrorResume(PayloadRoomException.class, full -> leaveOut(waiting, watching))
                .onErrorResume(PayloadBudgetExceededException.class, tooMuch -> readLess(waiting, reading, watching));
    }

    /** Others have had the room for long: to read on would take it from them. */
    private static <T> Flux<T> leaveOut(List<Waiting> waiting, Watching watching) {
        waiting.forEach(one -> watching.dropped(one.dropped() + 1));
        return Flux.empty();
    }

    /** Of rows that are too large together half are read; one that is too large alone can't be told. */
    private <T> Flux<T> readLess(List<Waiting> waiting, Reading<T> reading, Watching watching) {
        if (waiting.size() == 1) {
            return leaveOut(waiting, watching);
        }
        int half = waiting.size() / 2;
        return Flux.concat(
                read(waiting.subList(0, half), reading, watching),
                Flux.defer(() -> read(waiting.subList(half, waiting.size()), reading, watching)));
    }

    private static <T> Flux<T> told(List<Waiting> waiting, Rows<T> found, Watching watching) {
        return Flux.fromIterable(waiting).handle((one, sink) -> {
            watching.dropped(one.dropped());
            T row = found.of(one.notice());
            if (row == null) {
                watching.dropped(1);
            } else {
                sink.next(row);
            }
        });
    }

    /** What may be read for one batch. */
    @FunctionalInterface
    public interface Budgets {

        /**
         * A budget of the batch's own.
         *
         * @param alone whether it is for one row, which can't be made less
         */
        PayloadBudget of(boolean alone);
    }

    /** Reads the rows of some notices. */
    @FunctionalInterface
    private interface Reading<T> extends BiFunction<List<LogNotice>, PayloadBudget, Mono<Rows<T>>> {}
}
