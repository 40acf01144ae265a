package dev.postern.app.wiring;

import dev.postern.logstore.clickhouse.upkeep.ClickHouseUpkeep;
import dev.postern.redis.RedisRecord;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Tells ClickHouse how long to keep the log, when the setting has changed. Which setting it was told of last
 * stands in Redis, where Outpost looks too. Processes that do so at once, or after one that died halfway,
 * say the same again.
 */
final class ClickHouseRetention implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(ClickHouseRetention.class);

    /** The record's key. */
    static final String RECORD = "outpost:log_retention_ttl";

    private static final String FOR_EVER = "0";
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private final ClickHouseUpkeep clickHouse;
    private final RedisRecord record;
    private final Duration reach;
    private final long asked;
    private final boolean wanted;
    private final AtomicReference<@Nullable Disposable> running = new AtomicReference<>();

    /**
     * @param reach how far back retries read the log: no less is kept
     * @param asked for how long the operator wants it kept, in whole days; zero for ever
     */
    ClickHouseRetention(
            ClickHouseUpkeep clickHouse, RedisRecord record, Duration reach, Duration asked, boolean wanted) {
        this.clickHouse = clickHouse;
        this.record = record;
        this.reach = reach;
        this.asked = asked.toDays();
        this.wanted = wanted;
    }

    @Override
    public boolean isAutoStartup() {
        return wanted;
    }

    /** Nothing waits for it: the log can be written and read before, during and after. */
    @Override
    public void start() {
        running.set(settle().retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
                        .maxBackoff(LONGEST_PAUSE)
                        .doBeforeRetry(signal -> LOG.warn(
                                "ClickHouse could not be told how long to keep the log, and is told again: {}",
                                String.valueOf(signal.failure()))))
                .subscribe());
    }

    @Override
    public void stop() {
        Disposable work = running.getAndSet(null);
        if (work != null) {
            work.dispose();
        }
    }

    @Override
    public boolean isRunning() {
        return running.get() != null;
    }

    /** The record alone is not enough: the tables may have been made anew since. */
    Mono<Void> settle() {
        return record.get().defaultIfEmpty(FOR_EVER).flatMap(told -> {
            if (!told.equals(String.valueOf(asked))) {
                return apply(told);
            }
            return asked == 0
                    ? Mono.empty()
                    : clickHouse.hasRetention().flatMap(has -> has ? Mono.empty() : apply("none"));
        });
    }

    private Mono<Void> apply(String before) {
        long kept = asked == 0 ? 0 : Math.max(asked, daysOf(reach));
        return clickHouse
                .keepFor(Math.toIntExact(kept))
                .then(record.set(String.valueOf(asked)))
                .doOnSuccess(done -> LOG.info(
                        "log retention in ClickHouse: asked_days={} kept_days={} (retries look back {}) before={}",
                        asked,
                        kept,
                        reach,
                        before));
    }

    private static long daysOf(Duration duration) {
        return duration.plusDays(1).minusNanos(1).toDays();
    }
}
