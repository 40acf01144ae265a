package dev.postern.app.start;

import dev.postern.app.embedded.Stores;
import dev.postern.app.settings.Settings;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.migrations.Migrator;
import dev.postern.migrations.MigratorSettings;
import dev.postern.migrations.RedisTarget;
import dev.postern.redis.RedisSettings;
import java.time.Clock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The migrators of the configured stores. Each call waits until its stores answer. */
public final class Migrators {

    private final Settings settings;
    private final Stores stores;
    private final Clock clock;

    public Migrators(Settings settings, Stores stores, Clock clock) {
        this.settings = settings;
        this.stores = stores;
        this.clock = clock;
    }

    /** Of every store. */
    public Migrator all() {
        return migrator(() -> true, () -> true);
    }

    /** Of the stores that belong to this process alone. */
    Migrator embedded() {
        return migrator(settings::embedsPostgres, settings::embedsRedis);
    }

    /** Of the stores that others may be using. */
    Migrator named() {
        return migrator(() -> !settings.embedsPostgres(), () -> !settings.embedsRedis());
    }

    /** Why a migration failed, with what an operator can do about it where that is known. */
    public String explain(String reason) {
        ClickHouseTarget clickHouse = settings.clickHouse();
        return clickHouse != null && NativePort.isOf(clickHouse)
                ? ("CLICKHOUSE_ADDR: port %d of %s speaks ClickHouse's native protocol (expected: its HTTP port, by"
                                + " default 8123; or name that one in POSTERN_CLICKHOUSE_HTTP_PORT)")
                        .formatted(clickHouse.port(), clickHouse.host())
                : reason;
    }

    private Migrator migrator(BooleanSupplier log, BooleanSupplier redis) {
        return new Migrator(
                log.getAsBoolean() ? stores.log() : null,
                redis.getAsBoolean() ? target(stores.redis()) : null,
                MigratorSettings.DEFAULT,
                clock);
    }

    private static RedisTarget target(RedisSettings redis) {
        @Nullable String deploymentId = redis.deploymentId();
        return new RedisTarget(
                redis.host(),
                redis.port(),
                redis.username(),
                redis.password(),
                redis.database(),
                redis.tls(),
                redis.tlsVerify(),
                redis.cluster(),
                deploymentId == null ? "" : deploymentId);
    }
}
