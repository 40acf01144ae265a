package dev.postern.worker;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;
import reactor.util.retry.Retry;

/**
 * What a source hands out, until the worker is told to stop. Reactor's own takeUntilOther drops what comes
 * while it completes; here each item goes on, before the completion, or back.
 */
public final class Handover<T> extends FluxOperator<T, T> {

    private static final Logger log = LoggerFactory.getLogger(Handover.class);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final Mono<Void> stop;
    private final Consumer<? super T> late;

    private Handover(Flux<T> source, Mono<Void> stop, Consumer<? super T> late) {
        super(source);
        this.stop = stop;
        this.late = late;
    }

    /**
     * Completes as soon as it is told to stop, and cancels the source then.
     *
     * @param late takes what the source hands out after that; must not throw
     */
    public static <T> Flux<T> until(Flux<T> source, Mono<Void> stop, Consumer<? super T> late) {
        return onAssembly(new Handover<>(source, stop, late));
    }

    /**
     * As {@link #until}, of a source that is begun anew where it fails, with pauses that grow up to 30
     * seconds. A stop ends the pause too.
     *
     * @param name for the log
     */
    public static <T> Flux<T> anewUntil(
            String name, Supplier<Flux<T>> source, Mono<Void> stop, Consumer<? super T> late) {
        Retry again = Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
                .maxBackoff(LONGEST_PAUSE)
                .transientErrors(true)
                .doBeforeRetry(signal -> log.warn("the {} is consumed anew", name, signal.failure()));
        return Flux.defer(() -> until(source.get(), stop, late))
                .retryWhen(Retry.from(failures -> Flux.from(again.generateCompanion(failures))
                        .<Object>map(attempt -> attempt)
                        .takeUntilOther(stop)));
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        source.subscribe(new Gate<>(actual, stop, late));
    }

    /** Open, passing an item on, shut, or to be shut once the item has passed. */
    private static final class Gate<T> implements CoreSubscriber<T>, Subscription {

        private static final int OPEN = 0;
        private static final int PASSING = 1;
        private static final int CLOSING = 2;
        private static final int SHUT = 3;

        private final CoreSubscriber<? super T> actual;
        private final Mono<Void> stop;
        private final Consumer<? super T> late;
        /** Nothing passes until it is known when to stop. */
        private final AtomicInteger state = new AtomicInteger(PASSING);

        private final Disposable.Swap stopping = Disposables.swap();

        private final Operators.DeferredSubscription upstream = new Operators.DeferredSubscription();

        Gate(CoreSubscriber<? super T> actual, Mono<Void> stop, Consumer<? super T> late) {
            this.actual = actual;
            this.stop = stop;
            this.late = late;
        }

        @Override
        public Context currentContext() {
            return actual.currentContext();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            actual.onSubscribe(this);
            stopping.update(stop.subscribe(done -> {}, e -> shut(), this::shut));
            boolean opened = state.compareAndSet(PASSING, OPEN);
            upstream.set(subscription);
            if (!opened && state.compareAndSet(CLOSING, SHUT)) {
                actual.onComplete();
            }
        }

        @Override
        public void onNext(T item) {
            if (!state.compareAndSet(OPEN, PASSING)) {
                late.accept(item);
                return;
            }
            actual.onNext(item);
            if (!state.compareAndSet(PASSING, OPEN) && state.compareAndSet(CLOSING, SHUT)) {
                actual.onComplete();
            }
        }

        @Override
        public void onError(Throwable error) {
            stopping.dispose();
            if (state.compareAndSet(OPEN, SHUT)) {
                actual.onError(error);
            }
        }

        @Override
        public void onComplete() {
            stopping.dispose();
            if (state.compareAndSet(OPEN, SHUT)) {
                actual.onComplete();
            }
        }

        @Override
        public void request(long n) {
            upstream.request(n);
        }

        /** By whoever takes the items, who wants no completion then. */
        @Override
        public void cancel() {
            stopping.dispose();
            state.set(SHUT);
            upstream.cancel();
        }

        private void shut() {
            while (true) {
                if (state.compareAndSet(OPEN, SHUT)) {
                    upstream.cancel();
                    actual.onComplete();
                    return;
                }
                if (state.compareAndSet(PASSING, CLOSING)) {
                    upstream.cancel();
                    return;
                }
                int now = state.get();
                if (now == SHUT || now == CLOSING) {
                    return;
                }
            }
        }
    }
}
