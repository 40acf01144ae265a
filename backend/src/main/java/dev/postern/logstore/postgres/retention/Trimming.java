package dev.postern.logstore.postgres.retention;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Deletes the old rows of one default partition, oldest first, along its primary key: each statement is
 * short, locks what nobody writes any more, and begins where the one before it ended, past the dead rows.
 */
final class Trimming {

    private final Session session;
    private final RetentionSettings settings;
    private final String partition;
    private final Instant cutBefore;

    private String from = "-infinity";
    private long deleted;
    private boolean unfinished = true;

    Trimming(Session session, RetentionSettings settings, String partition, Instant cutBefore) {
        this.session = session;
        this.settings = settings;
        this.partition = partition;
        this.cutBefore = cutBefore;
    }

    /** Every batch until no old row is left, or the run has done enough. */
    Mono<Outcome> run() {
        return Mono.defer(this::batch)
                .repeatWhen(done -> done.concatMap(emitted -> Mono.delay(settings.pause())))
                .take(settings.maxBatches())
                .takeWhile(more -> more)
                .then(Mono.fromSupplier(() -> new Outcome(deleted, unfinished)));
    }

    /** Whether there may be more. */
    private Mono<Boolean> batch() {
        return lastOfBatch()
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .flatMap(last -> delete(last).map(rows -> {
                    deleted += rows;
                    unfinished = last.isPresent();
                    last.ifPresent(key -> from = key.time().toString());
                    return unfinished;
                }));
    }

    /** Empty where less than a batch is left. */
    private Mono<Key> lastOfBatch() {
        return session.rows(
                        ("select time, id from %s where time >= timestamptz '%s' and time < timestamptz '%s'"
                                        + " order by time, id offset %d limit 1")
                                .formatted(partition, from, cutBefore, settings.batchRows() - 1),
                        row -> Key.of(row.get(0, Instant.class), Session.text(row, 1)))
                .singleOrEmpty();
    }

    private Mono<Long> delete(Optional<Key> last) {
        String old = "delete from %s where time >= timestamptz '%s' and time < timestamptz '%s'"
                .formatted(partition, from, cutBefore);
        return last.map(key -> session.update(
                        old
                                + " and time <= timestamptz '%s' and (time, id) <= (timestamptz '%s', $1)"
                                        .formatted(key.time(), key.time()),
                        key.id()))
                .orElseGet(() -> session.update(old));
    }

    /**
     * What came of it.
     *
     * @param unfinished whether old rows may be left
     */
    record Outcome(long rows, boolean unfinished) {}

    private record Key(Instant time, String id) {

        static Key of(@Nullable Instant time, String id) {
            if (time == null) {
                throw new IllegalStateException("time: null (expected: a key column is never null)");
            }
            return new Key(time, id);
        }
    }
}
