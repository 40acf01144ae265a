package dev.postern.app.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.postern.api.error.Outages.Kind;
import dev.postern.logstore.postgres.PostgresPool;
import dev.postern.logstore.postgres.PostgresPoolSettings;
import dev.postern.migrations.PostgresUrl;
import dev.postern.queue.QueueFullException;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.OwnRedis;
import dev.postern.servers.TestPostgres;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.spi.Connection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A store has trouble: what its driver says of it, and what callers hear. */
class StoreOutagesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(200);

    private final StoreOutages outages = new StoreOutages();

    /** Redis is stopped for an upgrade, under a connection and before one. */
    @Test
    void of_findsRedisOutOfReach() {
        OwnRedis redis = OwnRedis.start();
        try (var connection = new RedisConnection(redis.settings())) {
            connection.ping().block(PATIENCE);
            redis.stop();

            assertThat(outages.of(failure(connection.ping()))).hasValue(Kind.UNAVAILABLE);
        }
        assertThat(outages.of(catchThrowable(() -> new RedisConnection(redis.settings()).close())))
                .hasValue(Kind.UNAVAILABLE);
    }

    /** Redis has no memory left; a command that is wrong is a fault of ours all the same. */
    @Test
    void of_tellsAFullRedisFromAFault() {
        try (OwnRedis redis = OwnRedis.start();
                var connection = new RedisConnection(redis.settings())) {
            var commands = connection.commands();
            byte[] value = "v".getBytes(StandardCharsets.UTF_8);
            commands.set("k", value).block(PATIENCE);

            assertThat(outages.of(failure(commands.lpush("k", value)))).isEmpty();

            commands.configSet("maxmemory", "1").block(PATIENCE);
            assertThat(outages.of(failure(commands.set("k", value)))).hasValue(Kind.UNAVAILABLE);
        }
    }

    /** A filter makes a statement run for ever; the database's own limit ends it. */
    @Test
    void of_findsAStatementTooSlow() {
        assertThat(outages.of(failure(TestPostgres.emptyDatabase(), "select pg_sleep(600)")))
                .hasValue(Kind.TOO_SLOW);
    }

    /** The database restarts under a running statement. */
    @Test
    void of_findsAConnectionTakenAway() {
        assertThat(outages.of(failure(
                        TestPostgres.emptyDatabase(), "select pg_terminate_backend(pg_backend_pid()), pg_sleep(0)")))
                .hasValue(Kind.UNAVAILABLE);
    }

    @Test
    void of_findsNoServerThere() {
        assertThat(outages.of(failure(PostgresUrl.parse("postgres://u:p@127.0.0.1:1/d?sslmode=disable"), "select 1")))
                .hasValue(Kind.UNAVAILABLE);
    }

    /** Every connection is in use, for longer than anybody waits. */
    @Test
    void of_findsThePoolExhausted() {
        ConnectionPool pool = pool(TestPostgres.emptyDatabase());
        try {
            Connection held = pool.create().block(PATIENCE);
            assertThat(held).isNotNull();

            assertThat(outages.of(failure(pool.create()))).hasValue(Kind.UNAVAILABLE);
        } finally {
            // The driver complains where it finds its connection gone already.
            pool.disposeLater().onErrorComplete().block(PATIENCE);
        }
    }

    @Test
    void of_leavesAWrongStatementAFault() {
        assertThat(outages.of(failure(TestPostgres.emptyDatabase(), "select nothing from nowhere")))
                .isEmpty();
        assertThat(outages.of(failure(TestPostgres.emptyDatabase(), "select 1/0")))
                .isEmpty();
    }

    @Test
    void of_findsAFullQueueBehindOtherErrors() {
        var full = new QueueFullException("delivery", 10);

        assertThat(outages.of(full)).hasValue(Kind.UNAVAILABLE);
        assertThat(outages.of(new CompletionException(new IllegalStateException(full))))
                .hasValue(Kind.UNAVAILABLE);
        assertThat(outages.of(new IOException("Connection reset by peer"))).hasValue(Kind.UNAVAILABLE);
        assertThat(outages.of(new IllegalStateException("ours"))).isEmpty();
    }

    private static Throwable failure(PostgresUrl url, String sql) {
        ConnectionPool pool = pool(url);
        try {
            return failure(Flux.usingWhen(
                    pool.create(),
                    connection -> Flux.from(connection.createStatement(sql).execute())
                            .concatMap(result -> result.map(row -> 1)),
                    Connection::close));
        } finally {
            // The driver complains where it finds its connection gone already.
            pool.disposeLater().onErrorComplete().block(PATIENCE);
        }
    }

    private static Throwable failure(Publisher<?> work) {
        Throwable error = Flux.from(work)
                .then(Mono.<Throwable>empty())
                .onErrorResume(Mono::just)
                .block(PATIENCE);
        return Objects.requireNonNull(error, "no failure");
    }

    private static ConnectionPool pool(PostgresUrl url) {
        return PostgresPool.create(new PostgresPoolSettings(
                url.host(),
                url.port(),
                url.database(),
                url.user(),
                url.password(),
                url.parameters(),
                1,
                Duration.ofSeconds(30),
                Duration.ofSeconds(5),
                SHORT,
                10));
    }
}
