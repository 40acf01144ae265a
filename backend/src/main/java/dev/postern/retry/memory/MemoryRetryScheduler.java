package dev.postern.retry.memory;

import dev.postern.model.RetryTask;
import dev.postern.model.Trace;
import dev.postern.retry.RetryScheduler;
import dev.postern.retry.RetrySettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Retries in memory, gone with the process. */
public final class MemoryRetryScheduler implements RetryScheduler {

    private final Clock clock;
    private final RetrySettings settings;
    private final Map<RetryTask, Pending> pending = new HashMap<>();
    private long receipts;

    public MemoryRetryScheduler(Clock clock, RetrySettings settings) {
        this.clock = clock;
        this.settings = settings;
    }

    @Override
    public Mono<Void> schedule(RetryTask task, int afterAttempt, Duration delay, @Nullable Trace trace) {
        return Mono.fromRunnable(() -> put(task, new Pending(clock.instant().plus(delay), afterAttempt, 0, "", trace)));
    }

    @Override
    public Mono<Void> cancel(RetryTask task) {
        return Mono.fromRunnable(() -> remove(task));
    }

    @Override
    public Mono<DueRetry> receive() {
        return Mono.defer(() -> Mono.justOrEmpty(takeDue()));
    }

    @Override
    public Mono<Void> complete(DueRetry retry) {
        return Mono.fromRunnable(() -> {
            synchronized (this) {
                if (holds(retry)) {
                    pending.remove(retry.task());
                }
            }
        });
    }

    @Override
    public Mono<Void> postpone(DueRetry retry, Duration delay) {
        return Mono.fromRunnable(() -> {
            synchronized (this) {
                if (holds(retry)) {
                    pending.put(
                            retry.task(),
                            new Pending(
                                    clock.instant().plus(delay),
                                    retry.afterAttempt(),
                                    retry.receives(),
                                    retry.token(),
                                    retry.trace()));
                }
            }
        });
    }

    @Override
    public Mono<Map<RetryTask, Instant>> dueTimes(Collection<RetryTask> tasks) {
        List<RetryTask> asked = List.copyOf(tasks);
        return Mono.fromSupplier(() -> dueTimesOf(asked));
    }

    @Override
    public Mono<Instant> earliestDue() {
        return Mono.defer(() -> Mono.justOrEmpty(earliest()));
    }

    @Override
    public Mono<Long> pending() {
        return Mono.fromSupplier(() -> {
            synchronized (this) {
                return (long) pending.size();
            }
        });
    }

    private synchronized Optional<Instant> earliest() {
        return pending.values().stream().map(Pending::dueAt).min(Comparator.naturalOrder());
    }

    private synchronized void put(RetryTask task, Pending retry) {
        pending.put(task, retry);
    }

    private synchronized void remove(RetryTask task) {
        pending.remove(task);
    }

    private synchronized Optional<DueRetry> takeDue() {
        Instant now = clock.instant();
        return pending.entrySet().stream()
                .filter(entry -> !entry.getValue().dueAt().isAfter(now))
                .min(Comparator.comparing(entry -> entry.getValue().dueAt()))
                .map(entry -> {
                    int receives = entry.getValue().receives() + 1;
                    String token = Long.toString(++receipts);
                    int afterAttempt = entry.getValue().afterAttempt();
                    Trace trace = entry.getValue().trace();
                    entry.setValue(new Pending(now.plus(settings.visibility()), afterAttempt, receives, token, trace));
                    return new DueRetry(entry.getKey(), afterAttempt, receives, token, trace);
                });
    }

    private synchronized Map<RetryTask, Instant> dueTimesOf(List<RetryTask> tasks) {
        var times = new HashMap<RetryTask, Instant>();
        for (RetryTask task : tasks) {
            Pending retry = pending.get(task);
            if (retry != null) {
                times.put(task, retry.dueAt());
            }
        }
        return Map.copyOf(times);
    }

    private boolean holds(DueRetry retry) {
        Pending now = pending.get(retry.task());
        return now != null && now.token().equals(retry.token());
    }

    /** Token of the receipt that has it in hand, empty while none has. */
    private record Pending(
            Instant dueAt,
            int afterAttempt,
            int receives,
            String token,
            @Nullable Trace trace) {}
}
