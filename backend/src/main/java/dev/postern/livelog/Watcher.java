package dev.postern.livelog;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;

/**
 * One who watches: what its filter lets through waits here until it is taken. Where as much waits as may, what comes is
 * dropped and counted.
 */
public final class Watcher implements AutoCloseable {

    private final Predicate<Told> wanted;
    private final int most;
    private final Consumer<Watcher> leave;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private long dropped;
    private @Nullable Asking asking;

    Watcher(Predicate<Told> wanted, int most, Consumer<Watcher> leave) {
        this.wanted = wanted;
        this.most = most;
        this.leave = leave;
    }

    void offer(Collection<Told> told) {
        for (Told one : told) {
            if (wanted.test(one)) {
                add(one.notice());
            }
        }
        answer();
    }

    private synchronized void add(LogNotice notice) {
        if (waiting.size() >= most) {
            dropped++;
        } else {
            waiting.add(new Waiting(notice, dropped));
            dropped = 0;
        }
    }

    /** Something may have been for this one: nobody knows how much of it, and to tell would tell of others. */
    synchronized void missed() {
        dropped++;
    }

    /**
     * Takes what waits, as soon as anything does, on a thread that may be kept. One at a time.
     *
     * @param atMost how much of it
     */
    public Mono<List<Waiting>> take(int atMost) {
        return Mono.<List<Waiting>>create(sink -> {
                    synchronized (this) {
                        asking = new Asking(sink, atMost);
                    }
                    answer();
                })
                .publishOn(Schedulers.parallel());
    }

    private void answer() {
        Asking answered;
        List<Waiting> taken;
        synchronized (this) {
            if (asking == null || waiting.isEmpty()) {
                return;
            }
            answered = asking;
            asking = null;
            taken = new ArrayList<>();
            while (!waiting.isEmpty() && taken.size() < answered.atMost()) {
                taken.add(waiting.remove());
            }
        }
        answered.sink().success(taken);
    }

    /** Watches no more. */
    @Override
    public void close() {
        leave.accept(this);
        synchronized (this) {
            asking = null;
            waiting.clear();
        }
    }

    /**
     * A notice that waits.
     *
     * @param dropped how many were dropped between the one before and it
     */
    public record Waiting(LogNotice notice, long dropped) {}

    private record Asking(MonoSink<List<Waiting>> sink, int atMost) {}
}
