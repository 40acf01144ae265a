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
 * Tells ClickHouse how long to keep the log, where its tables don't keep it for that long already. What the
 * operator asked for stands in Redis, where Outpost looks too. Processes that do so at once, or after one that
 * died halfway, say the same again.
 */
final class ClickHouseRetention implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(ClickHouseRetention.class);

    /** The record's key. */
    static final String RECORD = "outpost:log_retention_ttl";

    private static final String FOR_EVER = "0";

    /** No settings: nothing waits for it, and ClickHouse is asked little enough. */
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

    /**
     * The tables themselves say what is kept, not the record: they may have been made anew since, and retries
     * may look back further than they did then, which the record tells nothing of.
     */
    Mono<Void> settle() {
        return asked == 0 ? keepForEver() : keepForAWhile();
    }

    /** A TTL that somebody else made, where Outpost's record has nothing of it, is not ours to take away. */
    private Mono<Void> keepForEver() {
        return record.get()
                .defaultIfEmpty(FOR_EVER)
                .filter(told -> !told.equals(FOR_EVER))
                .flatMap(told -> tell(0, told));
    }

    private Mono<Void> keepForAWhile() {
        int kept = Math.toIntExact(Math.max(asked, daysOf(reach)));
        return record.get()
                .defaultIfEmpty(FOR_EVER)
                .flatMap(told -> clickHouse
                        .keepsFor(kept)
                        .flatMap(so -> so && told.equals(String.valueOf(asked)) ? Mono.empty() : tell(kept, told)));
    }

    private Mono<Void> tell(int kept, String before) {
        return clickHouse
                .keepFor(kept)
                .then(record.set(String.valueOf(asked)))
                .doOnSuccess(done -> LOG.info(
                        "log retention in ClickHouse: asked_days={} kept_days={} (retries look back {}) asked_before={}",
                        asked,
                        kept,
                        reach,
                        before));
    }

    private static long daysOf(Duration duration) {
        return duration.plusDays(1).minusNanos(1).toDays();
    }
}
