package dev.postern.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.migrations.MigrationResult.Applied;
import dev.postern.migrations.MigrationResult.Faulty;
import dev.postern.migrations.MigrationResult.Planned;
import dev.postern.migrations.MigrationResult.Refused;
import dev.postern.migrations.MigrationResult.Unlocked;
import dev.postern.migrations.MigrationResult.Verified;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedisMigrationsTest {

    private static final Map<String, String> RECORD = Map.of("status", "applied", "applied_at", "2026-03-01T12:00:00Z");

    private final RedisTarget target = Servers.emptyRedis();
    private final RedisClient client = RedisClient.create(RedisURI.create(target.host(), target.port()));
    private final StatefulRedisConnection<String, String> connection = client.connect();
    private final RedisCommands<String, String> redis = connection.sync();

    @AfterEach
    void disconnect() {
        redis.keys(target.deploymentId() + ":*").forEach(redis::del);
        connection.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }

    /** A first start; Outpost finds what it needs to start on the same Redis later. */
    @Test
    void apply_withDeploymentId_recordsTheApplicableMigrations() {
        assertThat(migrator().apply())
                .isInstanceOfSatisfying(
                        Applied.class,
                        applied -> assertThat(applied.steps())
                                .extracting(Step::name)
                                .containsExactly("002_timestamps", "003_entity"));

        assertThat(redis.hgetall(key("outpost:migration:002_timestamps"))).isEqualTo(RECORD);
        assertThat(redis.hgetall(key("outpost:migration:003_entity"))).isEqualTo(RECORD);
        assertThat(redis.keys(key("*"))).hasSize(2);
        assertThat(migrator().apply()).isEqualTo(new Applied(List.of()));
        assertThat(migrator().verify()).isEqualTo(new Verified());
    }

    @Test
    void apply_withoutDeploymentId_recordsAllThree() {
        Migrator plain = migrator(Servers.redis(""), MigratorSettings.DEFAULT);
        try {
            plain.apply();

            assertThat(redis.hgetall("outpost:migration:001_hash_tags")).isEqualTo(RECORD);
            assertThat(redis.hgetall("outpost:migration:003_entity")).isEqualTo(RECORD);
        } finally {
            redis.del(
                    "outpost:migration:001_hash_tags",
                    "outpost:migration:002_timestamps",
                    "outpost:migration:003_entity");
        }
    }

    @Test
    void plan_changesNothing() {
        assertThat(migrator().plan())
                .isInstanceOfSatisfying(
                        Planned.class, planned -> assertThat(planned.steps()).hasSize(2));
        assertThat(migrator().verify()).isInstanceOf(Faulty.class);

        assertThat(redis.keys(key("*"))).isEmpty();
    }

    /** Moving over from an Outpost that is up to date. */
    @Test
    void apply_onOutpostsRedis_keepsItsRecords() {
        redis.hset(key("tenant:{t1}:tenant"), Map.of("id", "t1"));
        redis.hset(key("outpost:migration:002_timestamps"), Map.of("status", "not_applicable", "reason", "fresh"));
        redis.hset(key("outpost:migration:003_entity"), Map.of("status", "applied"));

        assertThat(migrator().apply()).isEqualTo(new Applied(List.of()));

        assertThat(redis.hget(key("outpost:migration:002_timestamps"), "reason"))
                .isEqualTo("fresh");
    }

    /** Moving over from an Outpost so old that its tenants have another form. */
    @Test
    void apply_onOldOutpostsRedis_refusesAndNamesOutpostsTool() {
        redis.hset(key("tenant:{t1}:tenant"), Map.of("id", "t1"));

        for (MigrationResult result :
                List.of(migrator().plan(), migrator().apply(), migrator().verify())) {
            assertThat(result)
                    .isInstanceOfSatisfying(
                            Refused.class,
                            refused ->
                                    assertThat(refused.reason()).contains("002_timestamps", "outpost migrate apply"));
        }
        assertThat(redis.keys(key("*"))).hasSize(1);
    }

    @Test
    void apply_inSeveralProcessesAtOnce_happensOnce() throws InterruptedException, ExecutionException {
        try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
            List<Future<MigrationResult>> results = threads.invokeAll(List.of(
                    () -> migrator().apply(),
                    () -> migrator().apply(),
                    () -> migrator().apply()));
            int steps = 0;
            for (Future<MigrationResult> result : results) {
                steps += ((Applied) result.get()).steps().size();
            }
            assertThat(steps).isEqualTo(2);
        }
        assertThat(redis.exists(key(".outpost:migration_lock"))).isZero();
    }

    /** Outpost's tool is migrating, or died while it was. */
    @Test
    void apply_whileLocked_givesUpAndNamesUnlock() {
        redis.set(key(".outpost:migration_lock"), "somebody");
        var impatient = new MigratorSettings(
                Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMillis(50), Duration.ofHours(1));

        assertThat(migrator(target, impatient).apply())
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.reason()).contains("migrate unlock"));
        assertThat(redis.get(key(".outpost:migration_lock"))).isEqualTo("somebody");

        assertThat(migrator().unlock()).isEqualTo(new Unlocked(true));
        assertThat(migrator().unlock()).isEqualTo(new Unlocked(false));
        assertThat(migrator().apply()).isInstanceOf(Applied.class);
    }

    @Test
    void everyCommand_withoutServer_refusesWithoutShowingThePassword() {
        var unreachable = new RedisTarget("127.0.0.1", 1, "", "hunter2", 0, false, true, false, "");

        assertThat(migrator(unreachable, MigratorSettings.DEFAULT).apply())
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.reason())
                                .startsWith("Redis 127.0.0.1:1: ")
                                .doesNotContain("hunter2"));
    }

    private Migrator migrator() {
        return migrator(target, MigratorSettings.DEFAULT);
    }

    private static Migrator migrator(RedisTarget target, MigratorSettings settings) {
        return new Migrator(null, target, settings, Servers.CLOCK);
    }

    private String key(String name) {
        return target.deploymentId() + ":" + name;
    }
}
