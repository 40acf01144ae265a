package dev.postern.logbatch;

import dev.postern.logstore.LogNotReadyException;
import dev.postern.model.LogEntry;
import dev.postern.queue.MessageQueue.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The search for the entries because of which a batch can't be stored. Whatever the store's errors
 * look like, an entry is to blame only if the store refuses it right between two times that it took
 * another, and doesn't say that the fault is its own.
 */
final class Isolation {

    /** The halvings of the largest batch, and some. */
    private static final int MOST_FAILURES_IN_A_ROW = 20;

    private final Function<List<LogEntry>, Mono<Void>> store;
    private final Function<List<Message<LogEntry>>, Mono<Void>> stored;
    private final Supplier<@Nullable LogEntry> knownGood;
    private final List<Suspect> suspects = new ArrayList<>();
    private int failuresInARow;

    /**
     * @param stored what is done with messages whose entries were stored; never an error
     * @param knownGood an entry that was stored before, if there is one
     */
    Isolation(
            Function<List<LogEntry>, Mono<Void>> store,
            Function<List<Message<LogEntry>>, Mono<Void>> stored,
            Supplier<@Nullable LogEntry> knownGood) {
        this.store = store;
        this.stored = stored;
        this.knownGood = knownGood;
    }

    /** Stores what can be of a batch that failed as a whole, and gives what never can be. */
    Flux<Suspect> run(List<Message<LogEntry>> batch, Throwable failure) {
        return storeWorks()
                .filter(answer -> answer != Answer.NO)
                .flatMap(answer -> divide(batch, failure).onErrorComplete(StoreDownException.class))
                .thenMany(Flux.defer(() -> Flux.fromIterable(suspects)))
                .concatMap(suspect -> isGuilty(suspect).filter(guilty -> guilty).map(guilty -> suspect));
    }

    private Mono<Void> divide(List<Message<LogEntry>> failed, Throwable failure) {
        if (failed.size() == 1) {
            suspects.add(new Suspect(failed.getFirst(), failure));
            return Mono.empty();
        }
        int half = failed.size() / 2;
        return storeOrDivide(failed.subList(0, half))
                .then(Mono.defer(() -> storeOrDivide(failed.subList(half, failed.size()))));
    }

    private Mono<Void> storeOrDivide(List<Message<LogEntry>> part) {
        return tryToStore(part.stream().map(Message::body).toList()).flatMap(failure -> {
            if (failure.isEmpty()) {
                failuresInARow = 0;
                return stored.apply(part);
            }
            return requireStore().then(Mono.defer(() -> divide(part, failure.get())));
        });
    }

    /** One bad entry fails once on every level of the halving; more failures than that look like a store that is down. */
    private Mono<Void> requireStore() {
        if (++failuresInARow <= MOST_FAILURES_IN_A_ROW) {
            return Mono.empty();
        }
        failuresInARow = 0;
        return storeWorks()
                .flatMap(answer -> answer == Answer.YES ? Mono.empty() : Mono.error(StoreDownException::new));
    }

    private Mono<Boolean> isGuilty(Suspect suspect) {
        Mono<Boolean> storeWorks = storeWorks().map(answer -> answer == Answer.YES);
        return storeWorks
                .filter(works -> works)
                .flatMap(works -> tryToStore(List.of(suspect.message().body())))
                .flatMap(failure -> {
                    if (failure.isEmpty()) {
                        return stored.apply(List.of(suspect.message())).thenReturn(false);
                    }
                    return failure.get() instanceof LogNotReadyException ? Mono.just(false) : storeWorks;
                })
                .defaultIfEmpty(false);
    }

    /** Whether it takes what it took before. */
    private Mono<Answer> storeWorks() {
        return Mono.defer(() -> {
            LogEntry good = knownGood.get();
            return good == null
                    ? Mono.just(Answer.UNKNOWN)
                    : tryToStore(List.of(good)).map(failure -> failure.isEmpty() ? Answer.YES : Answer.NO);
        });
    }

    /** The failure, if there is one. */
    private Mono<Optional<Throwable>> tryToStore(List<LogEntry> entries) {
        return store.apply(entries)
                .then(Mono.just(Optional.<Throwable>empty()))
                .onErrorResume(e -> Mono.just(Optional.of(e)));
    }

    /** An entry that failed alone, and how. */
    record Suspect(Message<LogEntry> message, Throwable failure) {}

    private enum Answer {
        YES,
        NO,
        UNKNOWN
    }

    private static final class StoreDownException extends RuntimeException {

        private static final long serialVersionUID = 1;
    }
}
