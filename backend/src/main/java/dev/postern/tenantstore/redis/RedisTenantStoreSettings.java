package dev.postern.tenantstore.redis;

import dev.postern.model.Ranges;

/**
 * How tenants and destinations are kept in Redis.
 *
 * @param encryptionSecret Outpost's {@code AES_ENCRYPTION_SECRET}, any length but empty; what was
 *     stored with another one does not decrypt
 * @param maxDestinationsPerTenant at least 1; Outpost's {@code MAX_DESTINATIONS_PER_TENANT}
 * @param maxWriteAttempts how often a change is tried anew because another writer came between, before
 *     it fails; at least 1
 * @param maxReadsInFlight how many keys of one call are read at once; at least 1
 * @param indexBatch how many tenants one step of {@link RedisTenantStore#refreshIndex} looks at; at
 *     least 1
 */
public record RedisTenantStoreSettings(
        String encryptionSecret,
        int maxDestinationsPerTenant,
        int maxWriteAttempts,
        int maxReadsInFlight,
        int indexBatch) {

    public static final int DEFAULT_MAX_DESTINATIONS_PER_TENANT = 20;
    public static final int DEFAULT_MAX_WRITE_ATTEMPTS = 100;
    public static final int DEFAULT_MAX_READS_IN_FLIGHT = 2_000;
    public static final int DEFAULT_INDEX_BATCH = 500;

    public RedisTenantStoreSettings {
        if (encryptionSecret.isEmpty()) {
            throw new IllegalArgumentException("encryptionSecret: empty (expected: at least 1 character)");
        }
        Ranges.requireAtLeast("maxDestinationsPerTenant", maxDestinationsPerTenant, 1);
        Ranges.requireAtLeast("maxWriteAttempts", maxWriteAttempts, 1);
        Ranges.requireAtLeast("maxReadsInFlight", maxReadsInFlight, 1);
        Ranges.requireAtLeast("indexBatch", indexBatch, 1);
    }

    /** The defaults, with this secret. */
    public static RedisTenantStoreSettings withSecret(String encryptionSecret) {
        return new RedisTenantStoreSettings(
                encryptionSecret,
                DEFAULT_MAX_DESTINATIONS_PER_TENANT,
                DEFAULT_MAX_WRITE_ATTEMPTS,
                DEFAULT_MAX_READS_IN_FLIGHT,
                DEFAULT_INDEX_BATCH);
    }

    public RedisTenantStoreSettings withMaxDestinationsPerTenant(int max) {
        return new RedisTenantStoreSettings(encryptionSecret, max, maxWriteAttempts, maxReadsInFlight, indexBatch);
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "RedisTenantStoreSettings[maxDestinationsPerTenant=%d, maxWriteAttempts=%d, maxReadsInFlight=%d, indexBatch=%d]"
                .formatted(maxDestinationsPerTenant, maxWriteAttempts, maxReadsInFlight, indexBatch);
    }
}
