package dev.postern.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import com.clickhouse.client.api.Client;
import dev.postern.benchmark.Subject.Question;
import dev.postern.benchmark.Subject.Readers;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.PayloadBudget;
import dev.postern.logstore.clickhouse.ClickHouseLogStore;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings.Limits;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.model.Cursor;
import dev.postern.model.LogEntry;
import dev.postern.model.PageRequest;
import dev.postern.model.TimeRange;
import dev.postern.servers.TestClickHouse;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A benchmark would rather be wrong than fail: that the driver is asked what the port asked must not be taken on trust. */
class ClickHouseReplayTest {

    private static final int ENTRIES = 120;

    private final ClickHouseTarget target = TestClickHouse.database();
    private final List<LogEntry> entries = Entries.of(ENTRIES, 1);
    private RecordingProxy proxy;
    private ClickHouseLogStore port;
    private Client client;

    @BeforeEach
    void open() throws Exception {
        proxy = new RecordingProxy(target.http());
        port = ClickHouseSubject.store(target, proxy.uri(), Limits.DEFAULT.cachedStatements());
        client = ClickHouseSubject.client(target).build();
        ClickHouseRows rows = ClickHouseRows.of(entries);
        ClickHouseInserts.insert(client, rows);
    }

    @AfterEach
    void close() {
        client.close();
        port.close();
        proxy.close();
    }

    @Test
    void rows_aPage_areItsRowsAndOneMore() {
        assertThat(replayed(readers -> readers.deliveries().listDeliveries(all(PageRequest.first(20)))))
                .isEqualTo(21);
    }

    /** From a place on there are two statements, one of them for what is before it. */
    @Test
    void rows_aPageFromAPlace_areTheRowOnItsOtherSideAsWell() {
        LogEntry entry = entries.get(ENTRIES / 2);
        PageRequest page = PageRequest.first(20)
                .after(new Cursor(entry.delivery().time(), entry.delivery().id()));

        assertThat(replayed(readers -> readers.deliveries().listDeliveries(all(page))))
                .isEqualTo(22);
    }

    /** So many ids don't go into the address. */
    @Test
    void rows_listsOfManyEvents_areThoseOfAll() {
        List<DeliveryQuery> queries = entries.stream()
                .map(entry -> new DeliveryQuery(
                        Set.of(entry.event().tenantId()),
                        Set.of(entry.event().id()),
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        null,
                        Set.of(),
                        null,
                        TimeRange.ANY,
                        TimeRange.ANY,
                        PageRequest.first(20),
                        false,
                        false))
                .toList();

        assertThat(replayed(readers -> readers.deliveries().listDeliveries(queries, PayloadBudget.unlimited())))
                .isEqualTo(ENTRIES);
    }

    /** What the benchmark writes by itself is what the port writes. */
    @Test
    void insert_givesTheRowsThatThePortWouldGive() {
        String before = TestClickHouse.query(target, "select * from attempts order by all format Hash")
                + TestClickHouse.query(target, "select * from events order by all format Hash");
        TestClickHouse.execute(target, "truncate table attempts", "truncate table events");
        port.insert(entries).block(Measurement.PATIENCE);

        assertThat(TestClickHouse.query(target, "select * from attempts order by all format Hash")
                        + TestClickHouse.query(target, "select * from events order by all format Hash"))
                .isEqualTo(before);
    }

    private long replayed(Question question) {
        Readers readers = Readers.of(port);
        question.ask(readers).block(Measurement.PATIENCE);
        proxy.take();
        question.ask(readers).block(Measurement.PATIENCE);
        return ClickHouseReplay.of(proxy.take()).rows(client).blockOptional().orElseThrow();
    }

    private static DeliveryQuery all(PageRequest page) {
        return DeliveryQuery.of((String) null, page);
    }
}
