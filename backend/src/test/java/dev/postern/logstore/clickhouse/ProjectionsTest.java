package dev.postern.logstore.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.logstore.PayloadBudget;
import dev.postern.logstore.memory.MemoryLogStore;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.model.Delivery;
import dev.postern.model.LogEntry;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.TimeRange;
import dev.postern.servers.TestClickHouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;

/** Pages are the same whichever rows have projections: they only come sooner with them. */
class ProjectionsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String[] DROP = {
        "alter table events drop projection postern_by_tenant",
        "alter table events drop projection postern_by_id",
        "alter table attempts drop projection postern_by_tenant",
        "alter table attempts drop projection postern_by_event",
        "alter table attempts drop projection postern_by_id"
    };

    private static final String[] CLEAR = Stream.of(DROP)
            .map(drop -> drop.replace(" drop ", " clear ") + " settings mutations_sync = 2")
            .toArray(String[]::new);

    private final MemoryLogStore memory = new MemoryLogStore();

    /** Which rows have them. */
    enum Having {
        ALL,
        /** The migration is at work on the older ones. */
        LATER,
        /** Outpost alone has made the tables. */
        NONE
    }

    /** Each delivery was told up to four times, with outcomes that differ, and nothing of it merged. */
    @ParameterizedTest
    @EnumSource
    void everyPage_isAsMemoryGivesIt(Having having) {
        ClickHouseTarget database = TestClickHouse.database();
        if (having == Having.NONE) {
            TestClickHouse.execute(database, DROP);
        }
        Random random = new Random(1);
        try (ClickHouseLogStore store = store(database)) {
            for (int version = 0; version < 4; version++) {
                if (version == 2 && having == Having.LATER) {
                    TestClickHouse.execute(database, CLEAR);
                }
                TestClickHouse.execute(database, "system stop merges events", "system stop merges attempts");
                List<LogEntry> batch = new ArrayList<>();
                for (int i = 0; i < 300; i++) {
                    if (version == 0 || random.nextInt(3) == 0) {
                        batch.add(ClickHouseUnmergedTest.entry(i, random.nextBoolean(), random.nextInt(3)));
                    }
                }
                store.insert(batch).block(PATIENCE);
                memory.insert(batch).block(PATIENCE);
                TestClickHouse.execute(database, "system start merges events", "system start merges attempts");
            }
            var queries = IntStream.range(0, 150)
                    .mapToObj(i -> ClickHouseUnmergedTest.query(random))
                    .toList();

            List<Page<Delivery>> expected = Objects.requireNonNull(
                    memory.listDeliveries(queries, PayloadBudget.unlimited()).block(PATIENCE));

            assertThat(Flux.fromIterable(queries)
                            .flatMapSequential(store::listDeliveries, 4)
                            .collectList()
                            .block(PATIENCE))
                    .isEqualTo(expected);
        }
    }

    /** An operator erased somebody's latest deliveries: those before them are what there is. */
    @Test
    void deletedRows_takeNobodysPlace() {
        ClickHouseTarget database = TestClickHouse.database();
        try (ClickHouseLogStore store = store(database)) {
            store.insert(IntStream.range(0, 300)
                            .mapToObj(i -> ClickHouseUnmergedTest.entry(i, true, 0))
                            .toList())
                    .block(PATIENCE);
            TestClickHouse.execute(database, "delete from attempts where attempt_id >= 'atm_100'");

            for (PageRequest page : List.of(PageRequest.first(10), PageRequest.first(50))) {
                Page<Delivery> found = Objects.requireNonNull(store.listDeliveries(ClickHouseUnmergedTest.query(
                                Set.of("t0"), Set.of(), null, Set.of(), TimeRange.ANY, page))
                        .block(PATIENCE));
                assertThat(found.items())
                        .extracting(Delivery::id)
                        .startsWith("atm_099", "atm_092", "atm_091", "atm_090")
                        .hasSize(Math.min(page.limit(), 34));
            }
        }
    }

    private static ClickHouseLogStore store(ClickHouseTarget database) {
        return new ClickHouseLogStore(ClickHouseLogStoreTest.settings(database, ClickHouseUnmergedTest.SMALL));
    }
}
