package dev.postern.idempotency.redis;

import static dev.postern.redis.RedisConnection.bytes;
import static dev.postern.redis.RedisConnection.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.postern.idempotency.Idempotency;
import dev.postern.idempotency.IdempotencyContract;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.OwnRedis;
import dev.postern.servers.TestRedis;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class RedisIdempotencyTest extends IdempotencyContract {

    private final RedisConnection redis = TestRedis.connect();

    @AfterEach
    void disconnect() {
        redis.close();
    }

    @Override
    protected Idempotency create() {
        return new RedisIdempotency(redis);
    }

    @Test
    void once_keepsOutpostsValues() {
        String key = redis.key("idempotency:" + KEY);
        var running =
                create().once(KEY, CLAIM, REMEMBER, work().then(Mono.never())).subscribe();
        await().atMost(PATIENCE).untilAtomic(runs, n -> assertThat(n).isEqualTo(1));
        assertThat(value(key)).isEqualTo("processing");
        assertThat(ttl(key)).isBetween(1L, CLAIM.toMillis());
        running.dispose();
        await().atMost(PATIENCE)
                .until(() -> redis.commands().exists(key).blockOptional().orElse(1L) == 0);

        once(create());
        assertThat(value(key)).isEqualTo("processed");
        assertThat(ttl(key)).isBetween(CLAIM.toMillis(), REMEMBER.toMillis());
    }

    /** An Outpost beside us is delivering, or has delivered. */
    @Test
    void once_respectsOutpostsClaims() {
        String key = redis.key("idempotency:" + KEY);
        redis.commands().setex(key, 5, bytes("processing")).block();
        assertThat(once(create())).isEqualTo(new Idempotency.Outcome.InProgress<>());
        redis.commands().setex(key, 3600, bytes("processed")).block();
        assertThat(once(create())).isEqualTo(new Idempotency.Outcome.DoneBefore<>());
        assertThat(runs).hasValue(0);
    }

    /** A claim lapses at a moment that looks like another reply once it is cut down to 32 bits. */
    @Test
    void once_lapsingAtAnyMoment_isAClaim() {
        long round = (System.currentTimeMillis() / (1L << 32) + 1) * (1L << 32);
        for (int i = 0; i < 50; i++) {
            Duration claim = Duration.ofMillis(round - System.currentTimeMillis());
            assertThat(create().once(KEY + i, claim, REMEMBER, work()).block(PATIENCE))
                    .isInstanceOf(Idempotency.Outcome.Done.class);
        }
    }

    /** Nothing may run unguarded. */
    @Test
    void once_withoutRedisFailsAndRunsNothing() {
        try (OwnRedis server = OwnRedis.start();
                var connection = new RedisConnection(server.settings())) {
            server.stop();
            assertThatThrownBy(() -> new RedisIdempotency(connection)
                            .once(KEY, CLAIM, REMEMBER, work())
                            .block(PATIENCE))
                    .isInstanceOf(RuntimeException.class);
            assertThat(runs).hasValue(0);
        }
    }

    @Test
    void once_nonsenseIsRefused() {
        assertThatThrownBy(() -> create().once(KEY, Duration.ofMillis(1), REMEMBER, work()))
                .hasMessageContaining("claim: PT0.001S");
        assertThatThrownBy(() -> create().once(KEY, CLAIM, Duration.ZERO, work()))
                .hasMessageContaining("remember: PT0S");
    }

    private String value(String key) {
        return text(Objects.requireNonNull(redis.commands().get(key).block()));
    }

    private long ttl(String key) {
        return Objects.requireNonNull(redis.commands().pttl(key).block());
    }
}
