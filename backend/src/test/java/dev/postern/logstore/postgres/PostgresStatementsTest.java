package dev.postern.logstore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.LogNotReadyException;
import dev.postern.migrations.PostgresUrl;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.model.PageRequest;
import dev.postern.servers.TestPostgres;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.spi.R2dbcException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.jooq.Field;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** What PostgreSQL refuses, and what it takes all the same. */
class PostgresStatementsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final PostgresUrl database = TestPostgres.database();
    private final ConnectionPool connections = PostgresLogStoreTest.pool(database);
    private final PostgresLogStore store = new PostgresLogStore(connections, PostgresLogStoreSettings.DEFAULT);

    @AfterEach
    void disconnect() {
        connections.dispose();
    }

    /** The columns are declared by hand; a migration that adds one must not be forgotten here. */
    @Test
    void columns_areThoseOfTheTables() {
        for (Source source : Source.values()) {
            List<String> columns = new Database(connections)
                    .query(
                            "select column_name::text from information_schema.columns where table_name = '%s'"
                                    .formatted(source.name().toLowerCase(Locale.ROOT)),
                            List.of(),
                            row -> String.valueOf(row.get(0, String.class)))
                    .collectList()
                    .block(PATIENCE);

            assertThat(source.columns("a", new Source.Detail(true, true, true)))
                    .extracting(Field::getName)
                    .containsExactlyInAnyOrderElementsOf(Objects.requireNonNull(columns));
        }
    }

    /** A foreign publisher's id is longer than an index can hold: the whole batch fails, for the entry's fault. */
    @Test
    void insert_ofWhatPostgresRefuses_storesNothing() {
        StringBuilder id = new StringBuilder();
        new Random(1).ints(20_000, 'a', 'z').forEach(c -> id.append((char) c));
        List<LogEntry> entries = new ArrayList<>(
                IntStream.range(0, 9).mapToObj(PostgresStatementsTest::entry).toList());
        LogEntry good = entry(9);
        Delivery delivery = good.delivery();
        entries.add(
                4,
                new LogEntry(
                        good.event(),
                        new Delivery(
                                id.toString(),
                                "des_1",
                                "webhook",
                                DeliveryStatus.SUCCESS,
                                delivery.time(),
                                1,
                                false,
                                null,
                                null,
                                null,
                                good.event()),
                        null));

        StepVerifier.create(store.insert(entries))
                .expectErrorSatisfies(e -> assertThat(e).isInstanceOf(R2dbcException.class))
                .verify(PATIENCE);
        assertThat(logged()).isEmpty();
    }

    /** Somebody dropped the default partition: no entry may pass for refused, or for stored. */
    @Test
    void insert_withoutAPartition_isNoEntrysFault() {
        TestPostgres.execute(database, "drop table attempts_default");

        StepVerifier.create(store.insert(List.of(entry(1))))
                .expectError(LogNotReadyException.class)
                .verify(PATIENCE);
    }

    /** … or a migration is still to come. */
    @Test
    void insert_withoutTheTable_isNoEntrysFault() {
        TestPostgres.execute(database, "drop table events");

        StepVerifier.create(store.insert(List.of(entry(1))))
                .expectError(LogNotReadyException.class)
                .verify(PATIENCE);
    }

    /** The log worker of an Outpost before 1.6 shares the database. */
    @Test
    void withoutTheLatencyColumn_everythingElseIsKept() {
        TestPostgres.execute(database, "alter table attempts drop column latency_ms");

        store.insert(List.of(entry(1))).block(PATIENCE);

        Delivery found =
                Objects.requireNonNull(store.retrieveDelivery("t1", "atm_1").block(PATIENCE));
        assertThat(found.latencyMs()).isNull();
        assertThat(found.code()).isEqualTo("200");
    }

    /** Two log workers get overlapping batches, in different orders. */
    @Test
    void insert_ofOverlappingBatchesAtOnce_keepsEachRowOnce() {
        List<LogEntry> entries =
                IntStream.range(0, 500).mapToObj(PostgresStatementsTest::entry).toList();

        Flux.range(0, 6)
                .flatMap(i -> store.insert(i % 2 == 0 ? entries : entries.reversed()))
                .then()
                .block(PATIENCE);

        assertThat(logged()).hasSize(500);
    }

    private List<Delivery> logged() {
        return Objects.requireNonNull(store.listDeliveries(DeliveryQuery.of("t1", PageRequest.first(1_000)))
                        .block(PATIENCE))
                .items();
    }

    private static LogEntry entry(int i) {
        Instant time = START.plusSeconds(i);
        Event event = new Event("evt_" + i, "t1", null, List.of("des_1"), "topic.1", true, time, Map.of(), "{}");
        return new LogEntry(
                event,
                new Delivery(
                        "atm_" + i, "des_1", "webhook", DeliveryStatus.SUCCESS, time, 1, false, "200", "{}", 5, event),
                null);
    }
}
