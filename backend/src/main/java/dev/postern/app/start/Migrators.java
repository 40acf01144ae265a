package dev.postern.app.start;

import dev.postern.app.embedded.Stores;
import dev.postern.app.settings.Settings;
import dev.postern.migrations.Migrator;
import dev.postern.migrations.MigratorSettings;
import dev.postern.migrations.PostgresUrl;
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

    private Migrator migrator(BooleanSupplier postgres, BooleanSupplier redis) {
        return new Migrator(
                postgres.getAsBoolean() ? PostgresUrl.parse(stores.postgresUrl()) : null,
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
