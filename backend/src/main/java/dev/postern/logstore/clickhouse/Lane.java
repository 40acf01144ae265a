package dev.postern.logstore.clickhouse;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;

/** So many blocking calls at a time, and so many that wait. Who cancels frees the place at once, or soon. */
final class Lane implements AutoCloseable {

    private static final long IDLE_SECONDS = 60;
    private static final Duration AGAIN = Duration.ofMillis(100);

    private final ThreadPoolExecutor threads;
    private final Consumer<String> stop;
    private final String name;

    /**
     * @param stop ends the call of an id; called again until it has ended
     */
    Lane(String name, int calls, int waiting, Consumer<String> stop) {
        this.name = name;
        this.stop = stop;
        AtomicInteger number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                calls,
                calls,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(waiting),
                task -> Thread.ofPlatform()
                        .name(name + "-" + number.incrementAndGet())
                        .daemon()
                        .unstarted(task));
        threads.allowCoreThreadTimeOut(true);
    }

    /** Does the work when its turn comes, however long that takes. */
    <T> Mono<T> run(Work<T> work) {
        return call(work, null);
    }

    /** The same, or a {@link TimeoutException} where its turn hasn't come after that time. */
    <T> Mono<T> run(Work<T> work, Duration patience) {
        return call(work, patience);
    }

    private <T> Mono<T> call(Work<T> work, @Nullable Duration patience) {
        return Mono.<T>create(sink -> {
                    Call<T> call = new Call<>(UUID.randomUUID().toString(), work, sink);
                    sink.onCancel(call::cancel);
                    try {
                        threads.execute(call);
                        if (patience != null) {
                            call.waitAtMost(patience);
                        }
                    } catch (RejectedExecutionException e) {
                        call.fail(
                                threads.isShutdown()
                                        ? closed()
                                        : new IllegalStateException(
                                                "%s: %d calls are waiting (expected: fewer)"
                                                        .formatted(
                                                                name,
                                                                threads.getQueue()
                                                                        .size()),
                                                e));
                    }
                })
                // What the caller does with the answer must not keep a place from others.
                .publishOn(Schedulers.parallel());
    }

    /** Interrupts what is under way; what waits ends as well, with an error. */
    @Override
    public void close() {
        threads.shutdownNow().forEach(waiting -> {
            if (waiting instanceof Call<?> call) {
                call.fail(closed());
            }
        });
    }

    private RejectedExecutionException closed() {
        return new RejectedExecutionException(name + ": closed");
    }

    /** What blocks. */
    @FunctionalInterface
    interface Work<T> {
        T run(Call<?> call) throws Exception;
    }

    /** One of them, under way or waiting. */
    final class Call<T> implements Runnable {

        private final String id;
        private final Work<T> work;
        private final MonoSink<T> sink;
        private final long begun = System.nanoTime();
        private volatile boolean cancelled;
        private volatile boolean ended;
        private volatile @Nullable Disposable stopping;
        private volatile @Nullable Disposable impatience;

        private Call(String id, Work<T> work, MonoSink<T> sink) {
            this.id = id;
            this.work = work;
            this.sink = sink;
        }

        String id() {
            return id;
        }

        boolean cancelled() {
            return cancelled;
        }

        /** How long ago it was asked for. */
        Duration age() {
            return Duration.ofNanos(System.nanoTime() - begun);
        }

        @Override
        public void run() {
            try {
                if (!cancelled) {
                    sink.success(work.run(this));
                }
            } catch (ExecutionException e) {
                sink.error(e.getCause() == null ? e : e.getCause());
            } catch (Throwable e) {
                sink.error(e);
            } finally {
                end();
            }
        }

        private void waitAtMost(Duration patience) {
            impatience = Schedulers.parallel()
                    .schedule(
                            () -> {
                                if (threads.remove(this)) {
                                    fail(new TimeoutException("%s: no place within %s".formatted(name, patience)));
                                }
                            },
                            patience.toMillis(),
                            TimeUnit.MILLISECONDS);
            if (ended) {
                dispose(impatience);
            }
        }

        /** For one that will never run. */
        private void fail(Throwable error) {
            end();
            if (!cancelled) {
                sink.error(error);
            }
        }

        private void cancel() {
            cancelled = true;
            if (threads.remove(this)) {
                end();
                return;
            }
            // It may be so young that the client doesn't know it yet: so again until it is over.
            stopping =
                    Schedulers.parallel().schedulePeriodically(this::stop, 0, AGAIN.toMillis(), TimeUnit.MILLISECONDS);
            if (ended) {
                dispose(stopping);
            }
        }

        private void end() {
            ended = true;
            dispose(stopping);
            dispose(impatience);
        }

        private void stop() {
            if (!ended) {
                stop.accept(id);
            }
        }

        private static void dispose(@Nullable Disposable disposable) {
            if (disposable != null) {
                disposable.dispose();
            }
        }
    }
}
