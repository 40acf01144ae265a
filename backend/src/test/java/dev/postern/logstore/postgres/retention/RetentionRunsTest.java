package dev.postern.logstore.postgres.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.logstore.DeliveryQuery;
import dev.postern.model.LogEntry;
import dev.postern.model.PageRequest;
import io.r2dbc.spi.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Runs meet one another, readers and writers, and are cut off. */
class RetentionRunsTest extends RetentionSetup {

    @Test
    void run_besideAnother_leavesItAlone() {
        insert(entry("old", NOW.minus(MONTH).minusSeconds(1)));
        Connection other = Objects.requireNonNull(Mono.from(own.create()).block(PATIENCE));
        Mono<Boolean> lock = new Session(other).begin();
        assertThat(lock.block(PATIENCE)).isTrue();

        assertThat(retention(SMALL).run(MONTH, Instant.MAX).block(PATIENCE)).isNull();
        assertThat(deliveries()).hasSize(1);

        // As if that process were killed.
        Mono.from(other.close()).block(PATIENCE);
        await().atMost(PATIENCE)
                .until(() -> retention(SMALL).run(MONTH, Instant.MAX).block(PATIENCE) != null);
        assertThat(deliveries()).isEmpty();
    }

    /** Five processes start at once, while entries are stored and read: nothing fails, nothing young is lost. */
    @Test
    void runs_atOnce_underReadersAndWriters() {
        insert(IntStream.range(0, 50)
                .mapToObj(i -> entry("old" + i, NOW.minus(MONTH).minusSeconds(60 + i)))
                .toArray(LogEntry[]::new));
        List<RetentionReport> reports = new ArrayList<>();
        Mono<?> work = Flux.range(0, 5)
                .flatMap(i -> retention(settings(0, 5, Duration.ofMillis(5))).run(MONTH, Instant.MAX))
                .doOnNext(reports::add)
                .then();
        Mono<?> writing = Flux.range(0, 40)
                .concatMap(i -> store.insert(List.of(entry("new" + i, NOW.plus(Duration.ofDays(i * 3L)))).stream()
                                .toList())
                        .retry(50)
                        .then(store.listDeliveries(DeliveryQuery.of("t1", PageRequest.first(10)))))
                .then();

        Mono.when(work, writing).block(PATIENCE);

        assertThat(reports)
                .isNotEmpty()
                .allSatisfy(report -> assertThat(report.failures())
                        .allSatisfy(failure -> assertThat(failure).contains("postern_fence")));
        assertThat(run(SMALL).failures()).isEmpty();
        assertThat(deliveries()).hasSize(40).allMatch(id -> id.startsWith("atm_new"));
    }

    /** The process is stopped amid its batches. */
    @Test
    void run_thatIsCutOff_isMadeGoodByTheNext() {
        insert(IntStream.range(0, 200)
                .mapToObj(i -> entry("old" + i, NOW.minus(MONTH).minusSeconds(60 + i)))
                .toArray(LogEntry[]::new));
        Disposable running = retention(settings(0, 1, Duration.ofMillis(20)))
                .run(MONTH, Instant.MAX)
                .subscribe();
        await().atMost(PATIENCE).until(() -> rowsIn("events") < 195);
        running.dispose();

        await().atMost(PATIENCE)
                .until(() -> retention(SMALL).run(MONTH, Instant.MAX).block(PATIENCE) != null);
        assertThat(rowsIn("events")).isZero();
        assertThat(deliveries()).isEmpty();
    }

    /** Somebody reads for hours: the run gives up on that table, says so, does the rest, and the next catches up. */
    @Test
    void run_thatGetsNoLock_holdsNobodyUp() {
        insert(entry("old", NOW.minus(MONTH).minusSeconds(1)), entry("new", NOW));
        Connection reader = Objects.requireNonNull(Mono.from(own.create()).block(PATIENCE));
        Mono.from(reader.beginTransaction()).block(PATIENCE);
        new Session(reader).rows("select count(*) from events", row -> 1).blockLast(PATIENCE);
        RetentionSettings impatient = new RetentionSettings(
                3, 100, 100, Duration.ZERO, Duration.ofMillis(50), Duration.ofSeconds(5), Duration.ofMinutes(1), 0);

        RetentionReport report = run(impatient);

        assertThat(report.failures())
                .hasSize(1)
                .allMatch(failure -> failure.contains("events") && failure.contains("lock timeout"));
        assertThat(report.created()).hasSize(3).allMatch(name -> name.contains("attempts"));
        assertThat(deliveries()).containsExactly("atm_new");

        Mono.from(reader.close()).block(PATIENCE);
        await().atMost(PATIENCE).until(() -> run(impatient).failures().isEmpty());
        assertThat(fences()).isZero();
        assertThat(run(impatient).created()).isEmpty();
    }
}
