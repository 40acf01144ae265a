package dev.postern.alert.redis;

import static dev.postern.redis.RedisConnection.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.alert.FailureCounter;
import dev.postern.alert.FailureCounterContract;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class RedisFailureCounterTest extends FailureCounterContract {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

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
                                .thenReturn(true))
                .block();

        assertThat(meanwhile).containsExactly("processing");
        assertThat(redis.commands().get(key).map(RedisConnection::text).block()).isEqualTo("processed");
        assertThat(redis.commands().ttl(key).block()).isBetween(200L, 300L);
    }

    /** The operators' queue is full, and who tells waits for it: nobody else begins to. */
    @Test
    void oncePerWindow_beingToldForLong_keepsItsClaim() {
        String key = redis.key("opevents:exhausted:acme:hook");
        var longest = new AtomicLong();
        Disposable telling = counter()
                .oncePerWindow(HOOK, Duration.ofMinutes(5), Mono.never())
                .subscribe();
        await().atMost(PATIENCE).until(() -> left(key) > 0);
        longest.set(left(key));
        await().atMost(PATIENCE).until(() -> left(key) > longest.getAndSet(left(key)));
        assertThat(tells(create(), HOOK)).isFalse();
        telling.dispose();
        await().atMost(PATIENCE).until(() -> tells(create(), HOOK));
    }

    /** It hung until its claim was over, and another told meanwhile: what that one left is not its to clear. */
    @Test
    void oncePerWindow_failedAfterItsClaim_leavesAnothers() {
        String key = redis.key("opevents:exhausted:acme:hook");
        var failing = redis.commands()
                .del(key)
                .then(create().oncePerWindow(HOOK, Duration.ofMinutes(5), Mono.just(true)))
                .then(Mono.<Boolean>error(new IllegalStateException("down")));
        StepVerifier.create(create().oncePerWindow(HOOK, Duration.ofMinutes(5), failing))
                .expectErrorMessage("down")
                .verify(PATIENCE);
        assertThat(redis.commands().get(key).map(RedisConnection::text).block()).isEqualTo("processed");
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

    private RedisFailureCounter counter() {
        return new RedisFailureCounter(redis, Duration.ofMillis(600));
    }

    private long left(String key) {
        return redis.commands().pttl(key).blockOptional(PATIENCE).orElseThrow();
    }
}
