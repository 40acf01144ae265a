package dev.postern.app.settings;

import dev.postern.redis.RedisSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Redis: tenants, destinations, queues and retries. */
@ConfigurationProperties("postern.redis")
public record RedisProperties(
        @Setting(env = "REDIS_HOST", description = "Redis's host", defaultNote = "an embedded Redis") @Nullable
        String host,

        @Setting(env = "REDIS_PORT", description = "Redis's port", min = 1, max = 65535) @DefaultValue("6379")
        int port,

        @Setting(env = "REDIS_USERNAME", description = "Redis's user") @DefaultValue("")
        String username,

        @Setting(env = "REDIS_PASSWORD", description = "Redis's password", secret = true) @DefaultValue("")
        String password,

        @Setting(env = "REDIS_DATABASE", description = "Redis's database; 0 in a cluster", min = 0, max = 1_000_000)
        @DefaultValue("0")
        int database,

        @Setting(env = "REDIS_TLS_ENABLED", description = "Whether the connection is encrypted") @DefaultValue("false")
        boolean tlsEnabled,

        @Setting(
                env = "REDIS_TLS_VERIFY",
                description =
                        "Whether the server's certificate and name are checked, where the connection is encrypted")
        @DefaultValue("false")
        boolean tlsVerify,

        @Setting(env = "REDIS_CLUSTER_ENABLED", description = "Whether the host is one of a cluster's")
        @DefaultValue("false")
        boolean clusterEnabled) {

    /** How to reach the Redis that is named here. */
    public RedisSettings server(String namedHost, @Nullable String deploymentId) {
        return new RedisSettings(
                namedHost, port, username, password, database, tlsEnabled, tlsVerify, clusterEnabled, deploymentId);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "RedisProperties[%s:%d]".formatted(host, port);
    }
}
