package dev.postern.livelog.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.livelog.Heard;
import dev.postern.livelog.LiveLog;
import dev.postern.livelog.LiveLogContract;
import dev.postern.livelog.LiveLogSettings;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisSettings;
import dev.postern.servers.OwnRedis;
import dev.postern.servers.TestRedis;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;

class RedisLiveLogTest extends LiveLogContract {

    private final RedisSettings server = TestRedis.settings();
    private final RedisConnection here = new RedisConnection(server);
    private final RedisConnection there = new RedisConnection(server);
    private final RedisLiveLog first = new RedisLiveLog(here, LiveLogSettings.DEFAULTS);
    private final RedisLiveLog second = new RedisLiveLog(there, LiveLogSettings.DEFAULTS);

    @AfterEach
    void close() {
        first.close();
        second.close();
        here.close();
        there.close();
    }

    @Override
    protected LiveLog first() {
        return first;
    }

    @Override
    protected LiveLog second() {
        return second;
    }

    /** The wire lost a message: its neighbours' numbers tell. */
    @Test
    void hear_noticesWhatDidNotArrive() {
        List<Heard> heard = listen(second());
        first().tell(entries(0, 1));
        await().atMost(PATIENCE).until(() -> notices(heard).size() == 1);
        // Nobody is taken to be there, so that this is not sent.
        here.commands().del(here.key(RedisLiveLog.WATCHED)).block(PATIENCE);
        first().tell(entries(1, 2));
        await().atMost(PATIENCE).until(() -> {
            here.commands()
                    .set(here.key(RedisLiveLog.WATCHED), RedisConnection.bytes("1"))
                    .block(PATIENCE);
            first().tell(entries(2, 3));
            return notices(heard).size() > 1;
        });
        assertThat(heard).contains(new Heard.Gap());
    }

    /** Somebody else's message on our channel ends nothing. */
    @Test
    void hear_passesOverWhatIsNoMessage() {
        List<Heard> heard = listen(second());
        here.commands()
                .publish(here.key(RedisLiveLog.CHANNEL), RedisConnection.bytes("{\"from\":1}"))
                .block(PATIENCE);
        first().tell(entries(0, 1));
        await().atMost(PATIENCE).until(() -> notices(heard).size() == 1);
    }

    @Test
    void tell_whereNobodyListens_publishesNothing() {
        List<String> published = new CopyOnWriteArrayList<>();
        RedisConnection.PubSub ear = Objects.requireNonNull(there.pubSub().block(PATIENCE));
        ear.listen(new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, byte[] body) {
                published.add(RedisConnection.text(body));
            }
        });
        // Without the sign that somebody listens.
        ear.subscribe(there.key(RedisLiveLog.CHANNEL)).block(PATIENCE);
        first().tell(entries(0, 1));
        listen(second());
        assertThat(here.commands().pttl(here.key(RedisLiveLog.WATCHED)).block(PATIENCE))
                .isBetween(1L, LiveLogSettings.DEFAULTS.presence().toMillis());
        first().tell(entries(1, 2));
        await().atMost(PATIENCE).until(() -> !published.isEmpty());
        ear.close().block(PATIENCE);
        assertThat(published).singleElement().asString().contains("atm_1").doesNotContain("atm_0");
    }

    /** Redis takes no more writes: who can't say that it listens doesn't listen, and says it when it can. */
    @Test
    void hear_isListeningOnceItsSignIsThere() {
        try (OwnRedis redis = OwnRedis.start();
                var connection = new RedisConnection(redis.settings());
                var log = new RedisLiveLog(connection, LiveLogSettings.DEFAULTS)) {
            connection.commands().configSet("maxmemory", "1").block(PATIENCE);
            List<Heard> heard = new CopyOnWriteArrayList<>();
            Disposable ear = log.hear().subscribe(heard::add);
            await().atMost(PATIENCE).until(() -> refusals(connection) >= 6);
            assertThat(heard).isEmpty();
            connection.commands().configSet("maxmemory", "0").block(PATIENCE);
            await().atMost(PATIENCE).until(() -> heard.contains(new Heard.Listening()));
            assertThat(connection.commands().exists(RedisLiveLog.WATCHED).block(PATIENCE))
                    .isEqualTo(1);
            ear.dispose();
        }
    }

    private static int refusals(RedisConnection connection) {
        String stats =
                Objects.requireNonNull(connection.commands().info("errorstats").block(PATIENCE));
        Matcher matcher = Pattern.compile("errorstat_OOM:count=(\\d+)").matcher(stats);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    @Test
    void hear_untilSubscribed_doesNothing() {
        Publisher<Heard> unsubscribed = second().hear();
        assertThat(unsubscribed).isNotNull();
        assertThat(here.commands().exists(here.key(RedisLiveLog.WATCHED)).block(PATIENCE))
                .isZero();
    }

    /** Redis is started anew, empty, while both ends stay: they find each other again by themselves. */
    @Test
    void hear_comesBackWithRedis() {
        var quick = LiveLogSettings.DEFAULTS.withTimes(
                Duration.ofSeconds(10), Duration.ofMillis(300), Duration.ofSeconds(1));
        try (OwnRedis redis = OwnRedis.start();
                var connection = new RedisConnection(redis.settings());
                var log = new RedisLiveLog(connection, quick)) {
            List<Heard> heard = listen(log);
            log.tell(entries(0, 1));
            await().atMost(PATIENCE).until(() -> notices(heard).size() == 1);
            redis.stop();
            log.tell(entries(1, 2));
            redis.startAgain();
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                log.tell(entries(2, 3));
                return notices(heard).size() > 1;
            });
            assertThat(heard).contains(new Heard.Gap());
        }
    }
}
