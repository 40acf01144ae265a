package dev.postern.migrations;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.function.Supplier;

/** The lock that Outpost's migration tool takes too, so that the two never migrate at once. */
final class RedisLock {

    private static final String DELETE_IF_OURS =
            "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) else return 0 end";

    private static final Duration POLL = Duration.ofMillis(100);

    private final RedisClusterCommands<String, String> redis;
    private final RedisTarget target;
    private final MigratorSettings settings;
    private final String key;

    RedisLock(RedisClusterCommands<String, String> redis, RedisTarget target, MigratorSettings settings) {
        this.redis = redis;
        this.target = target;
        this.settings = settings;
        // The dot keeps it out of the search for 'outpost:*' by which Outpost knows a new installation.
        this.key = target.key(".outpost:migration_lock");
    }

    <T> T holding(Supplier<T> work) {
        String owner = newOwner();
        await(owner);
        try {
            return work.get();
        } finally {
            redis.eval(DELETE_IF_OURS, ScriptOutputType.INTEGER, new String[] {key}, owner);
        }
    }

    boolean remove() {
        return redis.del(key) > 0;
    }

    private void await(String owner) {
        long deadline = System.nanoTime() + settings.lockWait().toNanos();
        SetArgs lease = SetArgs.Builder.nx().px(settings.lockLease());
        while (redis.set(key, owner, lease) == null) {
            if (System.nanoTime() - deadline > 0) {
                throw new MigrationException(
                        "Redis %s: another migration has held the lock for %s. If none is running, free it by 'migrate unlock'."
                                .formatted(target, settings.lockWait()));
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(POLL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MigrationException("interrupted while waiting for another migration", e);
        }
    }

    private static String newOwner() {
        byte[] random = new byte[20];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
