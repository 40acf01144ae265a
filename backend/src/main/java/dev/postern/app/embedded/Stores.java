package dev.postern.app.embedded;

import dev.postern.app.settings.CoreProperties;
import dev.postern.app.settings.PostgresProperties;
import dev.postern.app.settings.RedisProperties;
import dev.postern.app.settings.Settings;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.migrations.LogTarget;
import dev.postern.migrations.PostgresUrl;
import dev.postern.redis.RedisSettings;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers behind this process: those that the settings name, and embedded ones in place of those
 * that they don't. Embedded ones start side by side in the background; asking for one waits for it.
 */
public final class Stores implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Stores.class);
    private static final Executor THREADS =
            task -> Thread.ofPlatform().name("embedded-store").daemon().start(task);

    private final Settings settings;
    private final @Nullable GeneratedSecrets generated;
    private final @Nullable DataDirectory data;
    private final @Nullable CompletableFuture<EmbeddedRedis> redis;
    private final @Nullable CompletableFuture<EmbeddedPostgres> postgres;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Stores(Settings settings, @Nullable DataDirectory data, @Nullable GeneratedSecrets generated) {
        this.settings = settings;
        this.generated = generated;
        this.data = data;
        String deploymentId = settings.get(CoreProperties.class).deploymentId();
        redis = data == null || generated == null || !settings.embedsRedis()
                ? null
                : background(
                        () -> EmbeddedRedis.start(data, generated.require("embedded.redis.password"), deploymentId));
        postgres = data == null || generated == null || !settings.embedsPostgres()
                ? null
                : background(() -> EmbeddedPostgres.start(data, generated.require("embedded.postgres.password")));
    }

    /**
     * Locks the data directory where something is embedded, and begins to start what is.
     *
     * @throws StoreException where the data directory cannot be used
     */
    public static Stores open(Settings settings) {
        if (!settings.embedsRedis() && !settings.embedsPostgres()) {
            return new Stores(settings, null, null);
        }
        DataDirectory data =
                DataDirectory.open(settings.get(CoreProperties.class).dataDir());
        try {
            return new Stores(settings, data, new GeneratedSecrets(data));
        } catch (RuntimeException e) {
            data.close();
            throw e;
        }
    }

    /**
     * The keys, given or generated.
     *
     * @throws dev.postern.app.settings.UnusableSettingException where one must be given and is not
     */
    public Secrets secrets() {
        return Secrets.of(settings, settings.allEmbedded() ? generated : null);
    }

    /** How to reach Redis, once it answers. */
    public RedisSettings redis() {
        if (redis != null) {
            return join(redis).settings();
        }
        RedisProperties named = settings.get(RedisProperties.class);
        String host = named.host();
        if (host == null) {
            throw new IllegalStateException("REDIS_HOST: neither named nor embedded");
        }
        return named.server(host, settings.get(CoreProperties.class).deploymentId());
    }

    /** Where PostgreSQL is, in the form of {@code POSTGRES_URL}, once it answers. */
    private String postgresUrl() {
        if (postgres != null) {
            return join(postgres).url();
        }
        String url = settings.get(PostgresProperties.class).url();
        if (url == null) {
            throw new IllegalStateException("POSTGRES_URL: neither named nor embedded");
        }
        return url;
    }

    /** Where the log is, once it answers, if it is embedded. */
    public LogTarget log() {
        ClickHouseTarget clickHouse = settings.clickHouse();
        return clickHouse == null ? PostgresUrl.parse(postgresUrl()) : clickHouse;
    }

    /** Stops what was started, and frees the data directory. A second call does nothing. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        CompletableFuture<?> stops = CompletableFuture.allOf(stop(redis), stop(postgres));
        stops.exceptionally(failure -> {
                    LOG.error("An embedded store does not stop; the next start will see to it", failure);
                    return null;
                })
                .join();
        if (data != null) {
            data.close();
        }
    }

    private static CompletableFuture<?> stop(@Nullable CompletableFuture<? extends AutoCloseable> store) {
        if (store == null) {
            return CompletableFuture.completedFuture(null);
        }
        // One that failed to start has nothing to stop.
        return store.handle((started, failure) -> started).thenAcceptAsync(Stores::closeIfStarted, THREADS);
    }

    private static void closeIfStarted(@Nullable AutoCloseable store) {
        if (store == null) {
            return;
        }
        try {
            store.close();
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    private static <T> CompletableFuture<T> background(Supplier<T> start) {
        return CompletableFuture.supplyAsync(start, THREADS);
    }

    private static <T> T join(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
