package dev.postern.logstore.clickhouse;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
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

    <T> Mono<T> run(Work<T> work) {
        return Mono.create(sink -> {
            Call<T> call = new Call<>(UUID.randomUUID().toString(), work, sink);
            sink.onCancel(call::cancel);
            try {
                threads.execute(call);
            } catch (RejectedExecutionException e) {
                sink.error(new IllegalStateException(
                        "%s: %d calls are waiting (expected: fewer)"
                                .formatted(name, threads.getQueue().size()),
                        e));
            }
        });
    }

    @Override
    public void close() {
        threads.shutdownNow();
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
        private volatile boolean cancelled;
        private volatile boolean ended;
        private volatile @Nullable Disposable stopping;

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
                ended = true;
                Disposable repeated = stopping;
                if (repeated != null) {
                    repeated.dispose();
                }
            }
        }

        private void cancel() {
            cancelled = true;
            if (threads.remove(this)) {
                return;
            }
            // It may be so young that the client doesn't know it yet: so again until it is over.
            stopping =
                    Schedulers.parallel().schedulePeriodically(this::stop, 0, AGAIN.toMillis(), TimeUnit.MILLISECONDS);
            if (ended) {
                stopping.dispose();
            }
        }

        private void stop() {
            if (!ended) {
                stop.accept(id);
            }
        }
    }
}
