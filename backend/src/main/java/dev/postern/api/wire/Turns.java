package dev.postern.api.wire;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.SignalType;
import reactor.util.context.Context;

/**
 * Hands a stream out turn by turn: the next item is asked for when its turn is subscribed to, and so, where turns are
 * written one after the other, when the one before has left. The server itself would ask for dozens at once.
 */
final class Turns<T> extends BaseSubscriber<T> {

    private final Context context;
    private final AtomicReference<@Nullable MonoSink<T>> waiting = new AtomicReference<>();
    private volatile boolean over;

    private Turns(Context context) {
        this.context = context;
    }

    static <T> Flux<Mono<T>> of(Flux<T> source) {
        return Flux.deferContextual(context -> {
            var turns = new Turns<T>(Context.of(context));
            source.subscribe(turns);
            return Flux.<Mono<T>>generate(sink -> {
                        if (turns.over) {
                            sink.complete();
                        } else {
                            sink.next(turns.next());
                        }
                    })
                    .doOnCancel(turns::dispose);
        });
    }

    private Mono<T> next() {
        return Mono.create(sink -> {
            waiting.set(sink);
            sink.onCancel(this);
            if (over) {
                finish();
            } else {
                request(1);
            }
        });
    }

    @Override
    public Context currentContext() {
        return context;
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        // Nothing is asked for before its turn.
    }

    @Override
    protected void hookOnNext(T item) {
        MonoSink<T> turn = waiting.getAndSet(null);
        if (turn != null) {
            turn.success(item);
        }
    }

    @Override
    protected void hookOnError(Throwable error) {
        over = true;
        MonoSink<T> turn = waiting.getAndSet(null);
        if (turn != null) {
            turn.error(error);
        }
    }

    @Override
    protected void hookFinally(SignalType type) {
        over = true;
        finish();
    }

    private void finish() {
        MonoSink<T> turn = waiting.getAndSet(null);
        if (turn != null) {
            turn.success();
        }
    }
}
