package dev.postern.logstore.postgres.retention;

import dev.postern.logstore.postgres.retention.LogTable.Partition;
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

/** One run, step by step; a table's failure in one step is noted, and everything else goes on. */
final class RetentionRun {

    private static final Logger LOG = LoggerFactory.getLogger(RetentionRun.class);

    private final Session session;
    private final RetentionSettings settings;
    private final Instant now;
    private final Instant cutBefore;
    private final List<String> created = new ArrayList<>();
    private final List<String> dropped = new ArrayList<>();
    private final Map<String, Long> trimmed = new TreeMap<>();
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
                .then(Mono.fromSupplier(
                        () -> new RetentionReport(cutBefore, created, dropped, trimmed, unfinished, failures)));
    }

    private Flux<Void> each(String step, Function<String, Mono<Void>> work) {
        return Flux.fromIterable(LogTable.NAMES)
                .concatMap(table -> Mono.defer(() -> work.apply(table)).onErrorResume(error -> {
                    LOG.debug("retention could not {} {}", step, table, error);
                    failures.add("could not %s %s: %s".formatted(step, table, error.getMessage()));
                    return Mono.empty();
                }));
    }

    private Mono<Void> create(String name) {
        return LogTable.read(session, name)
                .flatMapMany(table -> Flux.fromStream(() -> Month.after(now, settings.monthsAhead()).stream()
                        .filter(month -> !table.covers(month))
                        .map(month -> new NewPartition(session, settings, table, month))))
                .concatMap(partition ->
                        partition.create(now).filter(done -> done).doOnNext(done -> created.add(partition.name())))
                .then();
    }

    private Mono<Void> drop(String name) {
        return LogTable.read(session, name)
                .flatMapMany(table -> Flux.fromIterable(table.ranges())
                        .filter(range -> range.endsBy(cutBefore))
                        .concatMap(range -> drop(table, range)))
                .then();
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
