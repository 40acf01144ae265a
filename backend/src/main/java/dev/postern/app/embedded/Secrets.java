package dev.postern.app.embedded;

import dev.postern.app.settings.SecretsProperties;
import dev.postern.app.settings.Settings;
import dev.postern.app.settings.UnusableSettingException;
import org.jspecify.annotations.Nullable;

/**
 * The keys that this process works with.
 *
 * @param generatedApiKey whether the operator's key is one that nobody gave, and that must be shown
 */
public record Secrets(String apiKey, boolean generatedApiKey, String jwtSecret, String encryptionSecret) {

    /** The given keys, and generated ones in place of those that are not given; null where none may be generated. */
    static Secrets of(Settings settings, @Nullable GeneratedSecrets generated) {
        SecretsProperties given = settings.get(SecretsProperties.class);
        return new Secrets(
                require("API_KEY", given.apiKey(), generated),
                given.apiKey() == null,
                require("API_JWT_SECRET", given.jwtSecret(), generated),
                require("AES_ENCRYPTION_SECRET", given.encryptionSecret(), generated));
    }

    private static String require(String name, @Nullable String given, @Nullable GeneratedSecrets generated) {
        if (given != null) {
            return given;
        }
        if (generated == null) {
            throw new UnusableSettingException(
                    name
                            + ": not set (expected: a secret of yours, since REDIS_HOST, POSTGRES_URL or CLICKHOUSE_ADDR names a server)");
        }
        return generated.require(name);
    }

    /** Without the values. */
    @Override
    public String toString() {
        return "Secrets[" + Settings.MASK + "]";
    }
}
