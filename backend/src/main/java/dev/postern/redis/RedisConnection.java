package dev.postern.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.reactive.RedisClusterReactiveCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One connection that everyone shares (Lettuce pipelines what is subscribed at once), the key prefix,
 * and scripts. Text keys, byte values: some of them are ciphertext.
 */
public final class RedisConnection implements AutoCloseable {

    private static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(10);
    private static final int REQUEST_QUEUE_SIZE = 100_000;

    /** How soon after one look at a cluster's nodes something that is odd leads to another. */
    private static final Duration SHORTEST_LOOK = Duration.ofSeconds(5);

    private static final Duration LONGEST_LOOK = Duration.ofMinutes(1);

    private final AbstractRedisClient client;
    private final StatefulConnection<String, byte[]> connection;
    private final RedisClusterReactiveCommands<String, byte[]> commands;
    private final RedisURI uri;
    private final boolean cluster;
    private final String prefix;

    /** Connects, or throws {@link io.lettuce.core.RedisConnectionException}. */
    public RedisConnection(RedisSettings settings) {
        uri = uri(settings);
        cluster = settings.cluster();
        prefix = settings.deploymentId() == null ? "" : settings.deploymentId() + ":";
        SocketOptions socket =
                SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).build();
        if (cluster) {
            RedisClusterClient clusterClient = RedisClusterClient.create(uri);
            clusterClient.setOptions(ClusterClientOptions.builder()
                    .socketOptions(socket)
                    .timeoutOptions(TimeoutOptions.enabled(COMMAND_TIMEOUT))
                    .requestQueueSize(REQUEST_QUEUE_SIZE)
                    // Slots move, and a master that died is replaced by another node.
                    .topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                            .enableAllAdaptiveRefreshTriggers()
                            .adaptiveRefreshTriggersTimeout(SHORTEST_LOOK)
                            .enablePeriodicRefresh(LONGEST_LOOK)
                            .build())
                    .build());
            client = clusterClient;
        } else {
            RedisClient single = RedisClient.create(uri);
            single.setOptions(ClientOptions.builder()
                    .socketOptions(socket)
                    .timeoutOptions(TimeoutOptions.enabled(COMMAND_TIMEOUT))
                    .requestQueueSize(REQUEST_QUEUE_SIZE)
                    .build());
            client = single;
        }
        try {
            connection = connect();
        } catch (RuntimeException e) {
            client.shutdown();
            throw e;
        }
        commands = reactive(connection);
    }

    public RedisClusterReactiveCommands<String, byte[]> commands() {
        return commands;
    }

    /** A connection of the caller's own, to be closed by it, for commands that block: the shared one never waits. */
    public Dedicated dedicated() {
        StatefulConnection<String, byte[]> own = connect();
        return new Dedicated(own, reactive(own));
    }

    /** A connection of the caller's own for what is published. Connecting begins when subscribed, and waits on no thread. */
    public Mono<PubSub> pubSub() {
        return Mono.defer(() -> Mono.fromCompletionStage(
                        switch (client) {
                            case RedisClusterClient clusterClient -> clusterClient.connectPubSubAsync(CODEC);
                            case RedisClient single -> single.connectPubSubAsync(CODEC, uri);
                            default -> throw new IllegalStateException("client: " + client.getClass());
                        }))
                .map(PubSub::new);
    }

    /** Completes where the server answers. */
    public Mono<Void> ping() {
        return commands.ping().then();
    }

    public boolean cluster() {
        return cluster;
    }

    /** The name with the deployment's prefix. */
    public String key(String name) {
        return prefix + name;
    }

    /** Runs the script, loading it where the server doesn't have it. Nothing happens until subscribed. */
    public <T> Flux<T> run(RedisScript script, List<String> keys, List<byte[]> args) {
        String[] keyArray = keys.toArray(String[]::new);
        byte[][] argArray = args.toArray(byte[][]::new);
        return Flux.defer(() -> commands.<T>evalsha(script.digest(), script.output(), keyArray, argArray))
                .onErrorResume(
                        RedisNoScriptException.class,
                        missing -> commands.eval(script.source(), script.output(), keyArray, argArray));
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }

    private StatefulConnection<String, byte[]> connect() {
        return switch (client) {
            case RedisClusterClient clusterClient -> clusterClient.connect(CODEC);
            case RedisClient single -> single.connect(CODEC);
            default -> throw new IllegalStateException("client: " + client.getClass());
        };
    }

    private static RedisClusterReactiveCommands<String, byte[]> reactive(
            StatefulConnection<String, byte[]> connection) {
        return switch (connection) {
            case StatefulRedisClusterConnection<String, byte[]> clustered -> clustered.reactive();
            case io.lettuce.core.api.StatefulRedisConnection<String, byte[]> single -> single.reactive();
            default -> throw new IllegalStateException("connection: " + connection.getClass());
        };
    }

    private static RedisURI uri(RedisSettings settings) {
        RedisURI.Builder uri = RedisURI.builder()
                .withHost(settings.host())
                .withPort(settings.port())
                .withDatabase(settings.database())
                .withSsl(settings.tls())
                .withVerifyPeer(settings.tlsVerify())
                .withTimeout(COMMAND_TIMEOUT);
        if (!settings.username().isEmpty()) {
            uri.withAuthentication(settings.username(), settings.password().toCharArray());
        } else if (!settings.password().isEmpty()) {
            uri.withPassword(settings.password().toCharArray());
        }
        return uri.build();
    }

    /** A connection over which messages come; Lettuce connects and subscribes again by itself. */
    public static final class PubSub {

        private final StatefulRedisPubSubConnection<String, byte[]> connection;

        private PubSub(StatefulRedisPubSubConnection<String, byte[]> connection) {
            this.connection = connection;
        }

        public void listen(RedisPubSubListener<String, byte[]> listener) {
            connection.addListener(listener);
        }

        /** Completes once messages of the channel come. */
        public Mono<Void> subscribe(String channel) {
            return Mono.defer(() -> connection.reactive().subscribe(channel));
        }

        /** Completes where the server answers over this connection. */
        public Mono<Void> ping() {
            return Mono.defer(() -> connection.reactive().ping()).then();
        }

        public Mono<Void> close() {
            return Mono.defer(() -> Mono.fromCompletionStage(connection.closeAsync()));
        }
    }

    /** A connection that its holder alone uses. */
    public record Dedicated(
            StatefulConnection<String, byte[]> connection, RedisClusterReactiveCommands<String, byte[]> commands)
            implements AutoCloseable {
        @Override
        public void close() {
            connection.close();
        }
    }
}
