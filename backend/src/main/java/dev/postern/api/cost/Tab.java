package dev.postern.api.cost;

import graphql.ExecutionResult;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.publisher.Sinks;
import reactor.util.context.Context;

/**
 * A subscription's items, each paid after it was told: the next is asked for once it is paid, and not before somebody
 * wants it, so that no more than one is owed.
 */
final class Tab implements CoreSubscriber<ExecutionResult>, Subscription {

    private final CoreSubscriber<? super ExecutionResult> actual;
    private final Function<ExecutionResult, Mono<Void>> paying;
    private final AtomicLong wanted = new AtomicLong();
    private final AtomicBoolean busy = new AtomicBoolean();
    private final Sinks.Empty<Void> gone = Sinks.empty();
    private final Operators.DeferredSubscription upstream = new Operators.DeferredSubscription();

    /** @param paying completes once the item is paid; never fails */
    Tab(CoreSubscriber<? super ExecutionResult> actual, Function<ExecutionResult, Mono<Void>> paying) {
        this.actual = actual;
        this.paying = paying;
    }

    @Override
    public Context currentContext() {
        return actual.currentContext();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        upstream.set(subscription);
        actual.onSubscribe(this);
    }

    @Override
    public void onNext(ExecutionResult item) {
        Mono<Void> paid = paying.apply(item);
        actual.onNext(item);
        paid.takeUntilOther(gone.asMono()).subscribe(nothing -> {}, error -> {}, () -> {
            busy.set(false);
            ask();
        });
    }

    @Override
    public void onError(Throwable error) {
        actual.onError(error);
    }

    @Override
    public void onComplete() {
        actual.onComplete();
    }

    @Override
    public void request(long more) {
        wanted.accumulateAndGet(more, Operators::addCap);
        ask();
    }

    @Override
    public void cancel() {
        upstream.cancel();
        gone.tryEmitEmpty();
    }

    private void ask() {
        if (wanted.get() > 0 && busy.compareAndSet(false, true)) {
            wanted.decrementAndGet();
            upstream.request(1);
        }
    }
}
