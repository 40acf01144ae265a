package dev.postern.benchmark;

import dev.postern.migrations.PostgresUrl;
import dev.postern.servers.BulkLoad;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Fills a log by SQL alone, always alike for one seed: 30 days of events of 1,000 tenants, the first of
 * whom has a tenth of all and the last one in ten thousand, 1 to 8 destinations each, 20 topics; 1 to 4
 * attempts an event, one in twenty of which failed; payloads of 0.5 to 1 kB; and in places thousands of
 * events at one instant.
 */
public final class PostgresSeed {

    private static final String MARK = "seeded";

    private static final String EVENT = """
            select i,
                'evt_' || substr(md5('e{seed}/' || i), 1, 24) as id,
                'tenant_' || tenant as tenant_id,
                tenant,
                timestamptz '2026-01-01 00:00:00Z' + case when i % 50000 < 3000 then i - i % 50000 else i end
                    * interval '1 millisecond' * (2592000000.0 / {events}) as exact,
                'topic.' || floor(exp({u2} * ln(21)))::int as topic,
                1 + tenant % 8 as destinations,
                case when {u3} < 0.6 then 1 when {u3} < 0.85 then 2 when {u3} < 0.95 then 3 else 4 end as attempts,
                '{"number":' || i || ',"text":"' || repeat(md5(i::text), 15 + (i % 16)::int) || '"}' as data
            from (select i, floor(exp({u1} * ln(1001)))::int as tenant from generate_series(0, {events} - 1) i) n
            """;

    private final PostgresServer server;
    private final long events;
    private final long seed;

    public PostgresSeed(PostgresServer server, long events, long seed) {
        this.server = server;
        this.events = events;
        this.seed = seed;
    }

    /** The seeded database: made now, unless an earlier run did it. */
    public PostgresUrl run() throws SQLException {
        String name = "seed_%d_%d".formatted(seed, events);
        try (Connection connection = server.connect()) {
            if (MARK.equals(PostgresServer.value(
                    connection,
                    "select shobj_description(oid, 'pg_database') from pg_database where datname = '%s'"
                            .formatted(name)))) {
                return server.database(name);
            }
        }
        PostgresUrl url = server.create(name);
        try (Connection connection = PostgresServer.connect(url)) {
            PostgresServer.execute(connection, "alter system set fsync = off", "select pg_reload_conf()");
            BulkLoad.run(connection, () -> load(url));
            PostgresServer.execute(
                    connection,
                    "alter system reset fsync",
                    "select pg_reload_conf()",
                    "checkpoint",
                    "comment on database %s is '%s'".formatted(name, MARK));
        }
        return url;
    }

    private void load(PostgresUrl url) throws SQLException {
        try (var beside = Executors.newSingleThreadExecutor()) {
            Future<?> attempts = beside.submit(() -> {
                load(url, "attempts", attempts());
                return null;
            });
            load(url, "events", events());
            attempts.get();
        } catch (ExecutionException | InterruptedException e) {
            throw new SQLException(e);
        }
    }

    private static void load(PostgresUrl url, String table, String insert) throws SQLException {
        try (Connection connection = PostgresServer.connect(url)) {
            connection.setAutoCommit(false);
            // In one transaction, so that the rows need not be logged.
            PostgresServer.execute(connection, "truncate " + table, insert);
            connection.commit();
        }
    }

    private String events() {
        return ("insert into events (id, tenant_id, time, topic, eligible_for_retry, data, metadata,"
                        + " matched_destination_ids) select id, tenant_id, date_trunc('milliseconds', exact), topic,"
                        + " true, data, '{\"source\":\"benchmark\"}',"
                        + " array['des_' || tenant || '_' || (i % destinations)] from (" + EVENT + ") e")
                .transform(this::filled);
    }

    private String attempts() {
        String failed = hash("i * 8 + j", 4) + " < 0.05";
        return ("insert into attempts (id, event_id, destination_id, status, time, code, response_data, manual,"
                        + " attempt_number, tenant_id, topic, event_time, eligible_for_retry, event_data,"
                        + " event_metadata, destination_type, latency_ms)"
                        + " select 'atm_' || substr(md5('a{seed}/' || i || '/' || j), 1, 24), id,"
                        + " 'des_' || tenant || '_' || (i + j) % destinations,"
                        + " case when " + failed + " then 'failed' else 'success' end,"
                        + " date_trunc('milliseconds', exact + j * interval '250 milliseconds'),"
                        + " case when " + failed + " then '500' else '200' end,"
                        + " '{\"status\":200,\"body\":\"' || md5(j::text) || '\"}', false, (j - 1) / destinations + 1,"
                        + " tenant_id, topic, date_trunc('milliseconds', exact), true, data,"
                        + " '{\"source\":\"benchmark\"}', case (i + j) % destinations when 1 then 'aws_sqs'"
                        + " when 2 then 'rabbitmq' else 'webhook' end, 20 + (i * j % 400)::int"
                        + " from (" + EVENT + ") e cross join lateral generate_series(1, attempts) j")
                .transform(this::filled);
    }

    private String filled(String sql) {
        return sql.replace("{events}", String.valueOf(events))
                .replace("{seed}", String.valueOf(seed))
                .replace("{u1}", hash("i", 1))
                .replace("{u2}", hash("i", 2))
                .replace("{u3}", hash("i", 3));
    }

    /** A hash of an event's number, between 0 and 1. */
    private String hash(String number, int which) {
        return "((hashint8extended(%s, %d) & 1073741823) / 1073741824.0)".formatted(number, seed * 10 + which);
    }
}
