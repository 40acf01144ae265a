package dev.postern.logstore.postgres.retention;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * Makes one table's partition of a month to come. The server has to see first that the default partition
 * holds none of its rows, and reads all of that one for it, under a lock that stops readers and writers.
 * So there are two ways.
 *
 * <p>Under the lock, and bounded in time, where the default partition is small. Rows of that month that it
 * holds, as callers may date their events ahead, move in the same transaction, so nobody misses them.
 *
 * <p>Else by a fence: a constraint by which the default partition refuses rows of that month. The server
 * checks it without a lock that anybody feels, and then needs no look under the lock. Until then an insert
 * of such a row fails as it does without a partition, and is tried again. A process that dies here leaves
 * the fence, which does harm once that month comes: the next run of any process takes it away.
 *
 * <p>A large default partition that does hold rows of that month keeps them: no fence can stand there, and the
 * search under the lock would stop everybody for as long as it is let, to no avail, time after time.
 */
final class NewPartition {

    private static final String FENCE = "postern_fence_";

    private static final String FENCES = """
            select format('%I.%I', n.nspname, r.relname), format('%I', c.conname)
            from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_namespace n on n.oid = r.relnamespace
            join pg_partitioned_table t on t.partdefid = r.oid
            where t.partrelid = to_regclass($1) and c.contype = 'c' and starts_with(c.conname, $2)""";

    /** Rows of the month must not come yet while there is a fence. */
    private static final Duration FENCE_BEFORE = Duration.ofDays(1);

    private final Session session;
    private final RetentionSettings settings;
    private final LogTable table;
    private final Month month;
    private final String name;

    NewPartition(Session session, RetentionSettings settings, LogTable table, Month month) {
        this.session = session;
        this.settings = settings;
        this.table = table;
        this.month = month;
        this.name = "%s.%s_p%s".formatted(table.schema(), table.plainName(), month.label());
    }

    /** Takes away fences that a run left which was cut off. */
    static Mono<Void> removeFences(Session session, RetentionSettings settings, String tableName) {
        return session.rows(FENCES, row -> dropFence(Session.text(row, 0), Session.text(row, 1)), tableName, FENCE)
                .collectList()
                .flatMap(statements -> statements.isEmpty()
                        ? Mono.empty()
                        : session.transaction(settings.lockTimeout(), settings.scanTimeout(), statements));
    }

    String name() {
        return name;
    }

    Mono<Outcome> create(Instant now) {
        return session.rows(
                        "select pg_relation_size('%s'::regclass) <= %d, exists(select from %s where %s)"
                                .formatted(fallback().replace("'", "''"), settings.smallBytes(), fallback(), within()),
                        row -> new Fallback(Session.flag(row, 0), Session.flag(row, 1)))
                .single()
                .flatMap(fallback -> {
                    if (fallback.small()) {
                        return underLock().thenReturn(Outcome.CREATED);
                    }
                    if (fallback.hasRows()) {
                        return Mono.just(Outcome.HELD_BY_LARGE_DEFAULT);
                    }
                    return month.start().isAfter(now.plus(FENCE_BEFORE))
                            ? fenced().thenReturn(Outcome.CREATED)
                            : Mono.just(Outcome.TOO_LATE);
                });
    }

    private Mono<Void> underLock() {
        List<String> statements = new ArrayList<>(lockAndCreate());
        // By way of the parent, whose order of columns the new table has.
        statements.add("with moved as (delete from %s where %s returning *) insert into %s select * from moved"
                .formatted(table.name(), within(), name));
        statements.add(attach());
        return session.transaction(settings.lockTimeout(), settings.scanTimeout(), statements);
    }

    private Mono<Void> fenced() {
        List<String> last = new ArrayList<>(lockAndCreate());
        last.add(attach());
        last.add(dropFence(fallback(), fence()));
        return session.transaction(
                        settings.lockTimeout(),
                        settings.scanTimeout(),
                        List.of("alter table %s add constraint %s check (not (%s)) not valid"
                                .formatted(fallback(), fence(), within())))
                .then(session.transaction(
                        settings.lockTimeout(),
                        settings.validateTimeout(),
                        List.of("alter table %s validate constraint %s".formatted(fallback(), fence()))))
                .then(session.transaction(settings.lockTimeout(), settings.scanTimeout(), last))
                .onErrorResume(error -> removeFences(session, settings, table.plainName())
                        .onErrorComplete()
                        .then(Mono.error(error)));
    }

    /** The parent is locked too: a reader that had seen it without the new partition would miss what moves. */
    private List<String> lockAndCreate() {
        return List.of(
                "lock table only %s in access exclusive mode".formatted(table.name()),
                "create table %s (like %s including all)".formatted(name, table.name()));
    }

    private String attach() {
        return "alter table %s attach partition %s for values from ('%s') to ('%s')"
                .formatted(table.name(), name, month.start(), month.end());
    }

    private String within() {
        return "time >= timestamptz '%s' and time < timestamptz '%s'".formatted(month.start(), month.end());
    }

    private String fallback() {
        return table.fallback().name();
    }

    private String fence() {
        return FENCE + month.label();
    }

    private static String dropFence(String partition, String fence) {
        return "alter table %s drop constraint if exists %s".formatted(partition, fence);
    }

    /** What came of it. */
    enum Outcome {
        CREATED,

        /** The large default partition holds rows of the month, and goes on to take them. */
        HELD_BY_LARGE_DEFAULT,

        /** The month is about to come, so the large default partition takes its rows. */
        TOO_LATE
    }

    /**
     * The default partition.
     *
     * @param hasRows of the month
     */
    private record Fallback(boolean small, boolean hasRows) {}
}
