package dev.postern.benchmark;

import dev.postern.migrations.ClickHouseTarget;
import java.time.Duration;
import org.awaitility.Awaitility;

/** Fills a log as {@link PostgresSeed} does, but for what its hashes come to. */
final class ClickHouseSeed {

    private static final String MARK = "seeded";
    private static final Duration PATIENCE = Duration.ofHours(2);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration CALM = Duration.ofSeconds(5);

    private static final String EVENT = """
            select number as i,
                concat('evt_', substring(lower(hex(MD5(concat('e{seed}/', toString(i))))), 1, 24)) as event,
                toUInt32(floor(exp({u1} * log(1001)))) as tenant,
                toInt64(1767225600000) + intDiv(if(i % 50000 < 3000, i - i % 50000, i) * 2592000000, {events})
                    as millis,
                concat('topic.', toString(toUInt32(floor(exp({u2} * log(21)))))) as topic,
                1 + tenant % 8 as destinations,
                multiIf({u3} < 0.6, 1, {u3} < 0.85, 2, {u3} < 0.95, 3, 4) as attempts,
                concat('{"number":', toString(i), ',"text":"', arrayStringConcat(
                    arrayMap(k -> hex(sipHash128(i, k)), range(15 + i % 16))), '"}') as data
            from numbers({events})
            """;

    private final ClickHouseServer server;
    private final long events;
    private final long seed;

    ClickHouseSeed(ClickHouseServer server, long events, long seed) {
        this.server = server;
        this.events = events;
        this.seed = seed;
    }

    /** The seeded database: made now, unless an earlier run did it. */
    ClickHouseTarget run() {
        String name = "seed_%d_%d".formatted(seed, events);
        if (!server.rows(
                        "default",
                        "select 1 from system.tables where database = '%s' and name = '%s'".formatted(name, MARK))
                .isEmpty()) {
            return server.target(name);
        }
        ClickHouseTarget target = server.create(name);
        server.query(
                name,
                filled("insert into events (event_id, tenant_id, topic, eligible_for_retry, event_time,"
                        + " metadata, data, matched_destination_ids) settings async_insert = 0 select event,"
                        + " concat('tenant_', toString(tenant)), topic, true, fromUnixTimestamp64Milli(millis),"
                        + " '{\"source\":\"benchmark\"}', data,"
                        + " [concat('des_', toString(tenant), '_', toString(i % destinations))] from (" + EVENT + ")"));
        server.query(
                name,
                filled("insert into attempts (attempt_id, event_id, tenant_id, destination_id,"
                        + " destination_type, topic, status, attempt_time, attempt_number, manual, code, event_time,"
                        + " eligible_for_retry, metadata, latency_ms, data, response_data) settings async_insert = 0"
                        + " select concat('atm_', substring(lower(hex(MD5(concat('a{seed}/', toString(i), '/', toString(j))))), 1, 24)),"
                        + " event, concat('tenant_', toString(tenant)),"
                        + " concat('des_', toString(tenant), '_', toString((i + j) % destinations)),"
                        + " multiIf((i + j) % destinations = 1, 'aws_sqs', (i + j) % destinations = 2, 'rabbitmq', 'webhook'),"
                        + " topic, if({u4} < 0.05, 'failed', 'success'), fromUnixTimestamp64Milli(millis + j * 250),"
                        + " intDiv(j - 1, destinations) + 1, false, if({u4} < 0.05, '500', '200'),"
                        + " fromUnixTimestamp64Milli(millis), true, '{\"source\":\"benchmark\"}', 20 + (i * j) % 400, data,"
                        + " concat('{\"status\":200,\"body\":\"', lower(hex(MD5(toString(j)))), '\"}')"
                        + " from (" + EVENT + ") array join range(1, attempts + 1) as j"));
        awaitMerges(name);
        server.query(name, "create table %s (x UInt8) engine = TinyLog".formatted(MARK));
        return target;
    }

    /** As the server leaves its parts when it has nothing more to do: some duplicates could still be apart. */
    private void awaitMerges(String name) {
        String merges = "select 1 from system.merges where database = '%s'".formatted(name);
        Awaitility.await("no more merges in " + name)
                .atMost(PATIENCE)
                .pollInterval(SECOND)
                .during(CALM)
                .until(() -> server.rows("default", merges).isEmpty());
    }

    private String filled(String sql) {
        return sql.replace("{events}", String.valueOf(events))
                .replace("{seed}", String.valueOf(seed))
                .replace("{u1}", hash("i", 1))
                .replace("{u2}", hash("i", 2))
                .replace("{u3}", hash("i", 3))
                .replace("{u4}", hash("i * 8 + j", 4));
    }

    /** A hash of a number, between 0 and 1. */
    private String hash(String number, int which) {
        return "(bitAnd(cityHash64(%s, %d), 1073741823) / 1073741824)".formatted(number, seed * 10 + which);
    }
}
