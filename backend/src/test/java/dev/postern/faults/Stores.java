package dev.postern.faults;

import dev.postern.servers.LocalRabbit;
import dev.postern.servers.TestRabbit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The servers of a run, each reached through a {@link Network}. */
final class Stores implements AutoCloseable {

    private final PostgresNode postgres;
    private final RedisServers redis;
    private final @Nullable LocalRabbit rabbit;
    private final @Nullable Network rabbitNetwork;

    Stores(Plan.Scenario scenario, Path folder) {
        // First, because where there is none the test is skipped.
        rabbit = scenario == Plan.Scenario.RABBITMQ ? TestRabbit.own() : null;
        rabbitNetwork = rabbit == null ? null : Network.to(rabbit.port());
        postgres = new PostgresNode(folder.resolve("postgres"));
        redis = new RedisServers(folder, scenario == Plan.Scenario.CLUSTER);
    }

    PostgresNode postgres() {
        return postgres;
    }

    RedisServers redis() {
        return redis;
    }

    Optional<LocalRabbit> rabbit() {
        return Optional.ofNullable(rabbit);
    }

    void delay(Duration time) {
        postgres.network().delay(time);
        redis.nodes().forEach(node -> node.network().delay(time));
        if (rabbitNetwork != null) {
            rabbitNetwork.delay(time);
        }
    }

    /** Where the program finds them. */
    Map<String, String> settings() {
        var settings = new LinkedHashMap<String, String>();
        settings.put("REDIS_HOST", "127.0.0.1");
        settings.put("REDIS_PORT", Integer.toString(redis.port()));
        settings.put("REDIS_CLUSTER_ENABLED", Boolean.toString(redis.isCluster()));
        settings.put("POSTGRES_URL", postgres.url());
        if (rabbitNetwork != null) {
            settings.put("RABBITMQ_SERVER_URL", "amqp://guest:guest@127.0.0.1:%d".formatted(rabbitNetwork.port()));
        }
        return settings;
    }

    @Override
    public void close() {
        postgres.close();
        redis.close();
        if (rabbit != null && rabbitNetwork != null) {
            rabbit.close();
            rabbitNetwork.close();
        }
    }
}
