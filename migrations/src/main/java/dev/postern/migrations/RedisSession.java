package dev.postern.migrations;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.time.Duration;

/** A connection to Redis, alone or clustered, that is gone when closed. */
record RedisSession(AbstractRedisClient client, RedisClusterCommands<String, String> commands)
        implements AutoCloseable {

    static RedisSession open(RedisTarget target, MigratorSettings settings) {
        RedisURI uri = uri(target, settings);
        AbstractRedisClient client = target.cluster() ? RedisClusterClient.create(uri) : RedisClient.create(uri);
        try {
            return new RedisSession(
                    client,
                    switch (client) {
                        case RedisClusterClient cluster -> cluster.connect().sync();
                        case RedisClient single -> single.connect().sync();
                        default -> throw new IllegalStateException(client.toString());
                    });
        } catch (RuntimeException e) {
            stop(client);
            throw e;
        }
    }

    @Override
    public void close() {
        stop(client);
    }

    private static void stop(AbstractRedisClient client) {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }

    private static RedisURI uri(RedisTarget target, MigratorSettings settings) {
        RedisURI.Builder uri = RedisURI.builder()
                .withHost(target.host())
                .withPort(target.port())
                .withDatabase(target.database())
                .withTimeout(settings.connectTimeout())
                .withSsl(target.tls())
                .withVerifyPeer(target.tlsVerify() ? SslVerifyMode.FULL : SslVerifyMode.NONE);
        if (!target.username().isEmpty()) {
            uri.withAuthentication(target.username(), target.password().toCharArray());
        } else if (!target.password().isEmpty()) {
            uri.withPassword(target.password().toCharArray());
        }
        return uri.build();
    }
}
