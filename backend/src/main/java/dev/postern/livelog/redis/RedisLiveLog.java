package dev.postern.livelog.redis;

import dev.postern.livelog.Heard;
import dev.postern.livelog.LiveLog;
import dev.postern.livelog.LiveLogSettings;
import dev.postern.livelog.LogNotice;
import dev.postern.model.LogEntry;
import dev.postern.redis.RedisConnection;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.util.retry.Retry;

/**
 * Notices over Redis's publish and subscribe, in a cluster too. A key that lapses, {@code postern:livelog:watched}, says
 * that some process listens: where none does, telling a batch costs one look at it.
 */
public final class RedisLiveLog implements LiveLog, AutoCloseable {

    static final String WATCHED = "postern:livelog:watched";
    static final String CHANNEL = "postern:livelog";

    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final RedisConnection redis;
    private final LiveLogSettings settings;
    private final Teller teller;

    public RedisLiveLog(RedisConnection redis, LiveLogSettings settings) {
        this.redis = redis;
        this.settings = settings;
        this.teller = new Teller(redis, settings);
    }

    @Override
    public void tell(List<LogEntry> stored) {
        if (!stored.isEmpty()) {
            teller.tell(LogNotice.of(stored));
        }
    }

    @Override
    public Flux<Heard> hear() {
        return Flux.defer(() -> {
            var numbers = new Numbers();
            return Flux.usingWhen(
                            redis.pubSub(),
                            connection -> new Listener(redis, connection, numbers, settings).heard(),
                            RedisConnection.PubSub::close)
                    .retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
                            .maxBackoff(LONGEST_PAUSE)
                            .transientErrors(true));
        });
    }

    @Override
    public void close() {
        teller.close();
    }
}
