package dev.postern.migrations;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisException;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The records of Outpost's data migrations. Postern writes tenants and destinations in the form that they
 * end in, so on an empty Redis there is nothing to do but to say so: without the records Outpost would not
 * start on our data.
 */
final class RedisMigrations {

    private static final Step HASH_TAGS =
            new Step(Step.Store.REDIS, "001_hash_tags", "each tenant's keys in one cluster slot");
    private static final Step TIMESTAMPS = new Step(Step.Store.REDIS, "002_timestamps", "times in milliseconds");
    private static final Step ENTITY = new Step(Step.Store.REDIS, "003_entity", "records name their kind");

    private static final int SCAN_COUNT = 1_000;

    private final RedisTarget target;
    private final MigratorSettings settings;
    private final Clock clock;

    RedisMigrations(RedisTarget target, MigratorSettings settings, Clock clock) {
        this.target = target;
        this.settings = settings;
        this.clock = clock;
    }

    List<Step> pending() {
        return withRedis(this::pending);
    }

    List<Step> apply() {
        return withRedis(redis -> {
            if (pending(redis).isEmpty()) {
                return List.of();
            }
            return new RedisLock(redis, target, settings).holding(() -> {
                List<Step> steps = pending(redis);
                steps.forEach(step -> record(redis, step));
                return steps;
            });
        });
    }

    /** What the work gives, which runs while the lock is held. */
    <T> T holdingLock(Supplier<T> work) {
        return withRedis(redis -> new RedisLock(redis, target, settings).holding(work));
    }

    boolean unlock() {
        return withRedis(redis -> new RedisLock(redis, target, settings).remove());
    }

    private List<Step> pending(RedisClusterCommands<String, String> redis) {
        List<Step> pending = steps().stream()
                .filter(step -> redis.hget(recordKey(step), "status") == null)
                .toList();
        if (!pending.isEmpty() && hasTenants(redis)) {
            throw new MigrationException(
                    "Redis %s holds tenants, but no record that Outpost's migration %s was applied. Apply it with Outpost's own tool, 'outpost migrate apply', then try again."
                            .formatted(target, pending.getFirst().name()));
        }
        return pending;
    }

    /** Keys that begin with a deployment id have had their hash tags from the start. */
    private List<Step> steps() {
        return target.deploymentId().isEmpty() ? List.of(HASH_TAGS, TIMESTAMPS, ENTITY) : List.of(TIMESTAMPS, ENTITY);
    }

    private void record(RedisClusterCommands<String, String> redis, Step step) {
        String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        redis.hset(recordKey(step), Map.of("status", "applied", "applied_at", now));
    }

    private String recordKey(Step step) {
        return target.key("outpost:migration:" + step.name());
    }

    private boolean hasTenants(RedisClusterCommands<String, String> redis) {
        ScanArgs tenants = ScanArgs.Builder.limit(SCAN_COUNT).match(target.key("tenant:*"));
        KeyScanCursor<String> cursor = redis.scan(ScanCursor.INITIAL, tenants);
        while (cursor.getKeys().isEmpty() && !cursor.isFinished()) {
            cursor = redis.scan(cursor, tenants);
        }
        return !cursor.getKeys().isEmpty();
    }

    private <T> T withRedis(Function<RedisClusterCommands<String, String>, T> work) {
        try (RedisSession session = RedisSession.open(target, settings)) {
            return work.apply(session.commands());
        } catch (RedisException e) {
            throw new MigrationException("Redis %s: %s".formatted(target, e.getMessage()), e);
        }
    }
}
