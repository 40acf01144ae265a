package dev.postern.idempotency.redis;

import static dev.postern.redis.RedisConnection.bytes;
import static dev.postern.redis.RedisConnection.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.postern.idempotency.ClaimKey;
import dev.postern.idempotency.Idempotency;
import dev.postern.idempotency.Idempotency.Outcome;
import dev.postern.idempotency.IdempotencyContract;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisSettings;
import dev.postern.servers.OwnRedis;
import dev.postern.servers.TestRedis;
import io.lettuce.core.RedisBusyException;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class RedisIdempotencyTest extends IdempotencyContract {

    private final RedisSettings settings = TestRedis.settings();
    private final RedisConnection redis = new RedisConnection(settings);

    /** Work that has not ended by the end of the test. */
    private final Sinks.One<Integer> open = Sinks.one();

    @AfterEach
    void disconnect() {
        open.tryEmitEmpty();
        redis.close();
    }

    @Override
    protected Idempotency create() {
        return new RedisIdempotency(redis);
    }

    @Test
    void once_keepsOutpostsValues() {
        var running =
                create().once(KEY, CLAIM, REMEMBER, work().then(open.asMono())).subscribe();
        await().atMost(PATIENCE).untilAtomic(runs, n -> assertThat(n).isEqualTo(1));
        assertThat(outposts()).isEqualTo(redis.key("idempotency:deliverymq:evt_1:des_1:1"));
        assertThat(value(outposts())).isEqualTo("processing");
        assertThat(ttl(outposts())).isBetween(1L, CLAIM.toMillis());
        running.dispose();
        await().atMost(PATIENCE).until(() -> !exists());

        once(create());
        assertThat(value(outposts())).isEqualTo("processed");
        assertThat(ttl(outposts())).isBetween(CLAIM.toMillis(), REMEMBER.toMillis());
    }

    /** An Outpost beside us is delivering, or has delivered. */
    @Test
    void once_respectsOutpostsClaims() {
        redis.commands().setex(outposts(), 5, bytes("processing")).block();
        assertThat(once(create())).isEqualTo(new Outcome.InProgress<>());
        redis.commands().setex(outposts(), 3600, bytes("processed")).block();
        assertThat(once(create())).isEqualTo(new Outcome.DoneBefore<>());
        assertThat(runs).hasValue(0);
    }

    /** Redis starts again, or is busy, just when the work is done: it is noted as soon as Redis listens. */
    @Test
    void once_whileTheServerRefusesToNoteIt_isNotDoneAgain() {
        try (var own = OwnRedis.start();
                var connection = new RedisConnection(own.settings());
                var rival = connection.dedicated()) {
            var idempotency = new RedisIdempotency(connection);
            connection.commands().configSet("lua-time-limit", "1").block();
            Duration claim = Duration.ofMinutes(2);

            assertThat(idempotency
                            .once(KEY, claim, REMEMBER, work().delayUntil(done -> occupy(rival, connection)))
                            .block())
                    .isEqualTo(new Outcome.Done<>(1));
            // Answered after what was sent before it.
            assertThatThrownBy(() -> connection.commands().ping().block()).isInstanceOf(RedisBusyException.class);
            connection.commands().scriptKill().block();

            await().atMost(PATIENCE)
                    .until(() -> idempotency.once(KEY, claim, REMEMBER, work()).block()
                            instanceof Outcome.DoneBefore<Integer>);
            assertThat(runs).hasValue(1);
        }
    }

    /** Completes once the server has no ear for anybody else. */
    private static Mono<Void> occupy(RedisConnection.Dedicated rival, RedisConnection connection) {
        return Mono.defer(() -> {
            rival.commands()
                    .eval("while true do end", ScriptOutputType.INTEGER, new String[0])
                    .subscribe(done -> {}, killed -> {});
            return connection
                    .commands()
                    .ping()
                    .repeat()
                    .then()
                    .onErrorResume(RedisBusyException.class, busy -> Mono.empty());
        });
    }

    /** Outpost gave its claim back, or it lapsed: we may. */
    @Test
    void once_afterOutpostsClaim_runs() {
        redis.commands().setex(outposts(), 5, bytes("processing")).block();
        redis.commands().del(outposts()).block();
        assertThat(once(create())).isEqualTo(new Outcome.Done<>(1));
    }

    /** Two tenants have the id: an Outpost sees it as processed while either has done it. */
    @Test
    void once_processedShowsUntilTheLastOfThatNameIsForgotten() {
        ClaimKey other = ClaimKey.of("deliverymq", "globex", "evt_1", "des_1", "1");
        once(create());
        create().once(other, CLAIM, REMEMBER, work().then(open.asMono())).subscribe();
        await().atMost(PATIENCE).untilAtomic(runs, n -> assertThat(n).isEqualTo(2));
        assertThat(value(outposts())).isEqualTo("processed");
    }

    /** An Outpost that overran its 5 seconds deletes the key that is ours by now; we go on, and write it anew. */
    @Test
    void once_outpostDeletingOurKey_changesNothingBetweenUs() {
        var running =
                create().once(KEY, SHORT, REMEMBER, work().then(open.asMono())).subscribe();
        await().atMost(PATIENCE).untilAtomic(runs, n -> assertThat(n).isEqualTo(1));
        redis.commands().del(outposts()).block();
        assertThat(once(create())).isEqualTo(new Outcome.InProgress<>());
        await().atMost(PATIENCE).until(this::exists);
        running.dispose();
    }

    /** A process died while it delivered. */
    @Test
    void once_claimLapses() {
        var dying = new RedisConnection(settings);
        new RedisIdempotency(dying)
                .once(KEY, SHORT, REMEMBER, work().then(open.asMono()))
                .subscribe();
        await().atMost(PATIENCE).untilAtomic(runs, n -> assertThat(n).isEqualTo(1));
        assertThat(once(create())).isEqualTo(new Outcome.InProgress<>());
        dying.close();
        await().atMost(PATIENCE).until(() -> once(create()) instanceof Outcome.Done);
    }

    /** A holder that was cut off from Redis fails at last: the claim is somebody else's by now. */
    @Test
    void once_lateErrorLeavesTheNextClaimAlone() {
        var late = Sinks.<Integer>one();
        var first =
                create().once(KEY, CLAIM, REMEMBER, work().then(late.asMono())).toFuture();
        lapse();
        startNext();
        late.tryEmitError(new CancellationException("too late")).orThrow();
        await().atMost(PATIENCE).until(first::isCompletedExceptionally);
        assertThat(once(create())).isEqualTo(new Outcome.InProgress<>());
        assertThat(value(outposts())).isEqualTo("processing");
    }

    @Test
    void once_lateSuccessLeavesTheNextClaimAlone() {
        var late = Sinks.<Integer>one();
        var first =
                create().once(KEY, CLAIM, REMEMBER, work().then(late.asMono())).toFuture();
        lapse();
        startNext();
        late.tryEmitValue(1).orThrow();
        assertThat(first.join()).isEqualTo(new Outcome.Done<>(1));
        assertThat(once(create())).isEqualTo(new Outcome.InProgress<>());
        assertThat(value(outposts())).isEqualTo("processing");
    }

    /** It overran its time, but nobody else began: it is done. */
    @Test
    void once_lateSuccessCountsWhereNobodyElseBegan() {
        var late = Sinks.<Integer>one();
        var first =
                create().once(KEY, CLAIM, REMEMBER, work().then(late.asMono())).toFuture();
        lapse();
        late.tryEmitValue(1).orThrow();
        first.join();
        assertThat(once(create())).isEqualTo(new Outcome.DoneBefore<>());
        assertThat(value(outposts())).isEqualTo("processed");
    }

    /** An Outpost took the claim that lapsed: it is theirs. */
    @Test
    void once_lateSuccessLeavesOutpostsClaimAlone() {
        var late = Sinks.<Integer>one();
        var first =
                create().once(KEY, CLAIM, REMEMBER, work().then(late.asMono())).toFuture();
        lapse();
        redis.commands().setex(outposts(), 5, bytes("processing")).block();
        late.tryEmitValue(1).orThrow();
        first.join();
        assertThat(once(create())).isEqualTo(new Outcome.InProgress<>());
        assertThat(value(outposts())).isEqualTo("processing");
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

    private String outposts() {
        return ClaimKeys.of(redis, KEY).getFirst();
    }

    private boolean exists() {
        return Objects.equals(redis.commands().exists(outposts()).block(), 1L);
    }

    /** As if nothing had been heard of the running claim for its whole time. */
    private void lapse() {
        await().atMost(PATIENCE).untilAtomic(runs, n -> assertThat(n).isEqualTo(1));
        redis.commands().del(ClaimKeys.of(redis, KEY).toArray(String[]::new)).block();
    }

    private void startNext() {
        create().once(KEY, CLAIM, REMEMBER, work().then(open.asMono())).subscribe();
        await().atMost(PATIENCE).untilAtomic(runs, n -> assertThat(n).isEqualTo(2));
    }

    private String value(String key) {
        return text(Objects.requireNonNull(redis.commands().get(key).block()));
    }

    private long ttl(String key) {
        return Objects.requireNonNull(redis.commands().pttl(key).block());
    }
}
