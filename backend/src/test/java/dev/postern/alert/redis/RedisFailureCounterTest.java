package dev.postern.alert.redis;

import static dev.postern.redis.RedisConnection.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.alert.FailureCounter;
import dev.postern.alert.FailureCounterContract;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedisFailureCounterTest extends FailureCounterContract {

    private final RedisConnection redis = TestRedis.connect();

    @AfterEach
    void disconnect() {
        redis.close();
    }

    @Override
    protected FailureCounter create() {
        return new RedisFailureCounter(redis);
    }

    /** An Outpost beside us sends none in our window, and the other way round. */
    @Test
    void oncePerWindow_isOutpostsKey() {
        String key = redis.key("opevents:exhausted:acme:hook");
        var meanwhile = new ArrayList<String>();
        create().oncePerWindow(
                        HOOK,
                        Duration.ofMinutes(5),
                        redis.commands()
                                .get(key)
                                .map(RedisConnection::text)
                                .doOnNext(meanwhile::add)
                                .then())
                .block();

        assertThat(meanwhile).containsExactly("processing");
        assertThat(redis.commands().get(key).map(RedisConnection::text).block()).isEqualTo("processed");
        assertThat(redis.commands().ttl(key).block()).isBetween(200L, 300L);
    }

    /** An Outpost counted before us, and counts after us. */
    @Test
    void failed_goesOnWithOutpostsCount() {
        String key = redis.key("alert:acme:hook:cf");
        redis.commands().sadd(key, bytes("theirs_1"), bytes("theirs_2")).block();

        assertThat(failed(create(), HOOK, "ours")).isEqualTo(3);

        assertThat(redis.commands()
                        .smembers(key)
                        .map(RedisConnection::text)
                        .collectList()
                        .block())
                .containsExactlyInAnyOrder("theirs_1", "theirs_2", "ours");
        assertThat(redis.commands().ttl(key).block()).isBetween(86_300L, 86_400L);
        create().reset(HOOK).block();
        assertThat(redis.commands().exists(key).block()).isZero();
    }
}
