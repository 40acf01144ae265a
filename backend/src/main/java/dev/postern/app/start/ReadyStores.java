package dev.postern.app.start;

import dev.postern.app.embedded.StoreException;
import dev.postern.app.embedded.Stores;
import dev.postern.migrations.LogTarget;
import dev.postern.migrations.MigrationException;
import dev.postern.migrations.MigrationResult;
import dev.postern.migrations.Step;
import dev.postern.redis.RedisSettings;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The stores in the form that this version needs. Embedded ones are brought there in the background;
 * named ones must be there, for a migration of shared data is the operator's to decide.
 */
public final class ReadyStores {

    private final Stores stores;
    private final CompletableFuture<Void> ready;

    public ReadyStores(Stores stores, Migrators migrators) {
        this.stores = stores;
        ready = CompletableFuture.runAsync(
                () -> prepare(migrators),
                task -> Thread.ofPlatform().name("start-check").daemon().start(task));
    }

    /**
     * How to reach Redis.
     *
     * @throws StoreException where a store cannot be used as it is
     */
    public RedisSettings redis() {
        await();
        return stores.redis();
    }

    /**
     * Where the log is.
     *
     * @throws StoreException where a store cannot be used as it is
     */
    public LogTarget log() {
        await();
        return stores.log();
    }

    private static void prepare(Migrators migrators) {
        if (migrators.embedded().apply() instanceof MigrationResult.Refused refused) {
            throw new StoreException(refused.reason());
        }
        List<Step> pending;
        try {
            pending = migrators.named().pending();
        } catch (MigrationException e) {
            throw new StoreException(migrators.explain(String.valueOf(e.getMessage())), e);
        }
        if (!pending.isEmpty()) {
            throw new StoreException(
                    "%d pending migrations: run 'java -jar postern.jar migrate apply' with the same settings"
                            .formatted(pending.size()));
        }
    }

    private void await() {
        try {
            ready.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
