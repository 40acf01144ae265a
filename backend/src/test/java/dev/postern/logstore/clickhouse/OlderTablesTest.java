package dev.postern.logstore.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings.Limits;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.model.PageRequest;
import dev.postern.servers.TestClickHouse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tables that an older Outpost made, or one newer than we know. */
class OlderTablesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void withoutTheLatency_itIsNotWrittenAndReadAsNull() {
        ClickHouseTarget database = TestClickHouse.database();
        TestClickHouse.execute(database, "alter table attempts drop column latency_ms");

        assertThat(writeAndRead(database).latencyMs()).isNull();
    }

    @Test
    void columnsOfLaterVersions_areLeftAlone() {
        ClickHouseTarget database = TestClickHouse.database();
        TestClickHouse.execute(
                database,
                "alter table attempts add column schema_valid Nullable(Bool)",
                "alter table events add column schema_valid Nullable(Bool) after topic");

        assertThat(writeAndRead(database).latencyMs()).isEqualTo(7);
    }

    /** Somebody else's rows: they are shown all the same, and the operator learns which, once. */
    @Test
    void metadataThatIsNoJson_isToldOfOnce() {
        ClickHouseTarget database = TestClickHouse.database();
        TestClickHouse.execute(
                database,
                "insert into events (event_id, tenant_id, topic, eligible_for_retry, event_time, metadata, data)"
                        + " values ('evt_broken', 't1', 'topic', true, now64(3), '{secret', '{}')");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger log = (Logger) LoggerFactory.getLogger(Rows.class);
        log.addAppender(lines);
        try (ClickHouseLogStore store =
                new ClickHouseLogStore(ClickHouseLogStoreTest.settings(database, Limits.DEFAULT))) {
            for (int i = 0; i < 2; i++) {
                assertThat(Objects.requireNonNull(
                                        store.retrieveEvent("t1", "evt_broken").block(PATIENCE))
                                .metadata())
                        .isEmpty();
            }
        } finally {
            log.detachAppender(lines);
        }

        assertThat(lines.list)
                .singleElement()
                .satisfies(line -> assertThat(line.getFormattedMessage())
                        .contains("evt_broken")
                        .doesNotContain("secret"));
    }

    private static Delivery writeAndRead(ClickHouseTarget database) {
        Event event = new Event("evt_1", "t1", null, List.of("des_1"), "topic", true, TIME, Map.of(), "{}");
        Delivery delivery = new Delivery(
                "atm_1", "des_1", "webhook", DeliveryStatus.SUCCESS, TIME, 1, false, "200", "{}", 7, event);
        try (ClickHouseLogStore store =
                new ClickHouseLogStore(ClickHouseLogStoreTest.settings(database, Limits.DEFAULT))) {
            store.insert(List.of(new LogEntry(event, delivery, null))).block(PATIENCE);
            assertThat(Objects.requireNonNull(store.retrieveEvent("t1", "evt_1").block(PATIENCE))
                            .matchedDestinationIds())
                    .containsExactly("des_1");
            return Objects.requireNonNull(store.listDeliveries(DeliveryQuery.of("t1", PageRequest.first(1)))
                            .block(PATIENCE))
                    .items()
                    .getFirst();
        }
    }
}
