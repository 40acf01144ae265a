package dev.postern.logbatch;

import dev.postern.livelog.LiveLog;
import dev.postern.logbatch.Isolation.Suspect;
import dev.postern.logstore.LogNotReadyException;
import dev.postern.logstore.LogWriter;
import dev.postern.model.LogEntry;
import dev.postern.queue.MessageQueue.Message;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Stores batches of log entries, and then acknowledges them. An entry that the store refuses does not
 * hold up its neighbours: it is found by halving the batch, and goes to the dead letters once it is certain
 * that the store works and refuses this entry alone. While the store is down nothing is set aside; entries go
 * back to the queue.
 */
public final class LogBatcher {

    private static final Logger log = LoggerFactory.getLogger(LogBatcher.class);

    private final LogWriter writer;
    private final LogBatchSettings settings;
    private final LiveLog live;
    /** Known to be storable, so that storing it again tells whether the store works. */
    private final AtomicReference<@Nullable LogEntry> lastStored = new AtomicReference<>();

    private final AtomicInteger fruitless = new AtomicInteger();

    /** @param live what is told of entries once they are stored */
    public LogBatcher(LogWriter writer, LogBatchSettings settings, LiveLog live) {
        this.writer = writer;
        this.settings = settings;
        this.live = live;
    }

    /**
     * Stores the entries and settles every message: acknowledged once its entry is stored, set aside where it
     * can never be; refused otherwise, and when this is cancelled. Completes either way.
     */
    public Mono<Void> write(List<Message<LogEntry>> messages) {
        return write(messages, Mono.never(), Mono.never());
    }

    /**
     * @param stopping completes when what can't be stored is to be refused without a pause
     * @param cutOff completes when what isn't stored yet is to be refused
     */
    Mono<Void> write(List<Message<LogEntry>> messages, Mono<Void> stopping, Mono<Void> cutOff) {
        return Mono.defer(() -> {
            var hand = new Hand(messages);
            return Mono.firstWithSignal(cutOff, storeOrIsolate(hand, messages))
                    .then(Mono.defer(() -> giveBack(hand, Mono.firstWithSignal(cutOff, stopping))))
                    .doOnCancel(hand::abandon);
        });
    }

    private Mono<Void> storeOrIsolate(Hand hand, List<Message<LogEntry>> messages) {
        return storeWhole(messages)
                .then(Mono.just(Optional.<Throwable>empty()))
                .onErrorResume(e -> Mono.just(Optional.of(e)))
                .flatMap(
                        failure -> failure.isEmpty() ? stored(hand, messages) : isolate(hand, messages, failure.get()));
    }

    private Mono<Void> storeWhole(List<Message<LogEntry>> messages) {
        return store(bodies(messages))
                .retryWhen(Retry.backoff(settings.tries() - 1L, settings.firstPause())
                        .maxBackoff(settings.longestPause())
                        .doBeforeRetry(signal -> notYet(messages.size(), signal.failure()))
                        .onRetryExhaustedThrow((spec, signal) -> signal.failure()));
    }

    private static void notYet(int entries, Throwable failure) {
        if (failure instanceof LogNotReadyException notReady) {
            log.warn("{} log entries could not be stored yet: {}", entries, notReady.reason());
        } else {
            log.warn("{} log entries could not be stored yet", entries, failure);
        }
    }

    private Mono<Void> isolate(Hand hand, List<Message<LogEntry>> messages, Throwable failure) {
        if (failure instanceof LogNotReadyException notReady) {
            // It may be ready for some, where a table lacks a partition.
            log.warn(
                    "{} log entries could not be stored: {}; as many as can be are",
                    messages.size(),
                    notReady.reason());
        } else {
            log.warn("{} log entries could not be stored; those at fault are looked for", messages.size(), failure);
        }
        return new Isolation(this::store, part -> stored(hand, part), lastStored::get)
                .run(messages, failure)
                .concatMap(guilty -> setAside(hand, guilty))
                .then();
    }

    private Mono<Void> store(List<LogEntry> entries) {
        return Mono.defer(() -> writer.insert(entries));
    }

    private Mono<Void> stored(Hand hand, List<Message<LogEntry>> messages) {
        lastStored.set(messages.getLast().body());
        int before = fruitless.getAndSet(0);
        if (before > 0) {
            log.info("the log store takes entries again, after {} batches that it did not take", before);
        }
        live.tell(bodies(messages));
        return hand.ack(messages);
    }

    /** Keeps what is left for a while, longer each time, so that a store that is down is left in peace. */
    private Mono<Void> giveBack(Hand hand, Mono<Void> hurry) {
        if (hand.size() == 0) {
            return Mono.empty();
        }
        log.warn("{} log entries go back to the queue: the log store does not take them", hand.size());
        return Mono.firstWithSignal(
                        hurry,
                        Mono.delay(settings.pauseAfter(fruitless.incrementAndGet()))
                                .then())
                .then(Mono.defer(hand::nackRest));
    }

    private static Mono<Void> setAside(Hand hand, Suspect guilty) {
        LogEntry entry = guilty.message().body();
        log.error(
                "log entry set aside: the log store can't hold it"
                        + " event_id={} tenant_id={} destination_id={} delivery_id={} attempt={}",
                entry.event().id(),
                entry.event().tenantId(),
                entry.delivery().destinationId(),
                entry.delivery().id(),
                entry.delivery().attemptNumber(),
                guilty.failure());
        return hand.setAside(guilty.message(), "the log store can't hold it: " + guilty.failure());
    }

    private static List<LogEntry> bodies(List<Message<LogEntry>> messages) {
        return messages.stream().map(Message::body).toList();
    }
}
