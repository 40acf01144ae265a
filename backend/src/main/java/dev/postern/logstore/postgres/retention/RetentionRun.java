package dev.postern.logstore.postgres.retention;

import dev.postern.logstore.postgres.retention.LogTable.Partition;
import io.r2dbc.spi.R2dbcException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** One run, step by step; what fails for one table or one of its partitions is noted, and everything else goes on. */
final class RetentionRun {

    private static final Logger LOG = LoggerFactory.getLogger(RetentionRun.class);

    /** PostgreSQL's lock_not_available. */
    private static final String NO_LOCK = "55P03";

    private final Session session;
    private final RetentionSettings settings;
    private final Instant now;
    private final Instant cutBefore;
    private final List<String> created = new ArrayList<>();
    private final List<String> dropped = new ArrayList<>();
    private final Map<String, Long> trimmed = new TreeMap<>();
    private final List<String> leftAlone = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private boolean unfinished;

    RetentionRun(Session session, RetentionSettings settings, Instant now, Instant cutBefore) {
        this.session = session;
        this.settings = settings;
        this.now = now;
        this.cutBefore = cutBefore;
    }

    /** New partitions come first: they are the only step that has a time by which it must be done. */
    Mono<RetentionReport> run() {
        return Flux.concat(
                        each("mend", table -> NewPartition.removeFences(session, settings, table)),
                        each("create partitions of", this::create),
                        each("drop partitions of", this::drop),
                        each("trim", this::trim))
                .then(Mono.fromSupplier(() ->
                        new RetentionReport(cutBefore, created, dropped, trimmed, unfinished, leftAlone, failures)));
    }

    private Flux<Void> each(String step, Function<String, Mono<Void>> work) {
        return Flux.fromIterable(LogTable.NAMES)
                .concatMap(
                        table -> Mono.defer(() -> work.apply(table)).onErrorResume(error -> note(step, table, error)));
    }

    private Mono<Void> note(String step, String name, Throwable error) {
        LOG.debug("retention could not {} {}", step, name, error);
        failures.add("could not %s %s: %s".formatted(step, name, error.getMessage()));
        return Mono.empty();
    }

    /**
     * A lock that is not to be had for one partition is not for the table's next one, and whoever comes after
     * waits behind each try: those are left to the next run.
     */
    private static boolean concernsOne(Throwable error) {
        return !(error instanceof R2dbcException refused && NO_LOCK.equals(refused.getSqlState()));
    }

    private Mono<Void> create(String name) {
        return LogTable.read(session, name)
                .flatMapMany(table -> Flux.fromStream(() -> Month.after(now, settings.monthsAhead()).stream()
                        .filter(month -> !table.covers(month))
                        .map(month -> new NewPartition(session, settings, table, month))))
                .concatMap(partition -> partition
                        .create(now)
                        .doOnNext(outcome -> report(partition, outcome))
                        .then()
                        .onErrorResume(RetentionRun::concernsOne, error -> note("create", partition.name(), error)))
                .then();
    }

    private void report(NewPartition partition, NewPartition.Outcome outcome) {
        switch (outcome) {
            case CREATED -> created.add(partition.name());
            case HELD_BY_LARGE_DEFAULT ->
                leftAlone.add(partition.name() + " (not made: the large default partition holds rows of that month)");
            case TOO_LATE -> {}
        }
    }

    private Mono<Void> drop(String name) {
        return LogTable.read(session, name)
                .flatMapMany(table -> Flux.fromIterable(table.ranges())
                        .filter(range -> range.endsBy(cutBefore))
                        .concatMap(range -> dropIfPlain(table, range)
                                .onErrorResume(RetentionRun::concernsOne, error -> note("drop", range.name(), error))))
                .then();
    }

    private Mono<Void> dropIfPlain(LogTable table, Partition range) {
        if (range.plain()) {
            return drop(table, range);
        }
        leftAlone.add(range.name() + " (too old, but not a plain table)");
        return Mono.empty();
    }

    private Mono<Void> drop(LogTable table, Partition range) {
        return session.transaction(
                        settings.lockTimeout(),
                        settings.scanTimeout(),
                        List.of(
                                "lock table only %s in access exclusive mode".formatted(table.name()),
                                "alter table %s detach partition %s".formatted(table.name(), range.name()),
                                "drop table %s".formatted(range.name())))
                .doOnSuccess(done -> dropped.add(range.name()));
    }

    private Mono<Void> trim(String name) {
        return LogTable.read(session, name)
                .flatMap(table ->
                        new Trimming(session, settings, table.fallback().name(), cutBefore).run())
                .doOnNext(outcome -> {
                    trimmed.put(name, outcome.rows());
                    unfinished |= outcome.unfinished();
                })
                .then();
    }
}
