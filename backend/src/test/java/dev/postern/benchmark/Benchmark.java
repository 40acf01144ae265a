package dev.postern.benchmark;

import dev.postern.benchmark.report.Machine;
import dev.postern.benchmark.report.Report;
import dev.postern.clickhouse.ClickHouseAbsentException;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.migrations.PostgresUrl;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Seeds the stores and measures pages, single rows and inserts, each through the port and beside it
 * through the driver alone. Prints tables, and writes them as JSON and as Markdown.
 */
final class Benchmark {

    private static final String POSTGRES = "PostgreSQL";
    private static final String CLICKHOUSE = "ClickHouse";

    private final Options options;
    private final Report report;

    private Benchmark(Options options) {
        this.options = options;
        Map<String, Object> facts = Machine.facts();
        facts.put("seed", options.seed());
        facts.put("repetitions", options.repetitions());
        facts.put("seconds", options.seconds());
        facts.put("inserts", options.inserts());
        report = new Report(facts);
    }

    static void main(String[] arguments) throws Exception {
        Options options;
        try {
            options = Options.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
            System.exit(2);
            return;
        }
        var benchmark = new Benchmark(options);
        if (options.stores().contains("postgres")) {
            benchmark.postgres();
        }
        if (options.stores().contains("clickhouse")) {
            benchmark.clickhouse();
        }
        benchmark.report.write(options.json(), options.markdown());
        // The drivers' threads would keep the process.
        System.exit(0);
    }

    private void postgres() throws SQLException {
        try (PostgresServer server = PostgresServer.start(options.postgres(), options.directory())) {
            for (long events : options.events()) {
                Instant start = Instant.now();
                PostgresUrl url = new PostgresSeed(server, events, options.seed()).run();
                try (Subject subject = new PostgresSubject(url, options.seed())) {
                    measure(POSTGRES, events, subject, start);
                }
            }
            compare(POSTGRES);
            if (options.inserts() > 0) {
                report.inserts(POSTGRES, PostgresInserts.run(POSTGRES, server, options));
            }
        }
    }

    private void clickhouse() throws IOException, InterruptedException {
        try (ClickHouseServer server = ClickHouseServer.start(options.clickhouse(), options.directory())) {
            for (long events : options.events()) {
                Instant start = Instant.now();
                ClickHouseTarget target = new ClickHouseSeed(server, events, options.seed()).run();
                try (Subject subject = new ClickHouseSubject(server, target, options.seed())) {
                    measure(CLICKHOUSE, events, subject, start);
                }
            }
            compare(CLICKHOUSE);
            if (options.inserts() > 0) {
                report.inserts(CLICKHOUSE, ClickHouseInserts.run(CLICKHOUSE, server, options));
            }
        } catch (ClickHouseAbsentException e) {
            report.absent(CLICKHOUSE, String.valueOf(e.getMessage()));
        }
    }

    private void measure(String store, long events, Subject subject, Instant start) {
        Map<String, Object> known = subject.facts();
        known.put("seededInSeconds", Duration.between(start, Instant.now()).toSeconds());
        report.pages(store, events, known, Measurement.of(store, events, subject, options));
    }

    private void compare(String store) {
        if (options.events().size() > 1) {
            report.compare(store, options.events().getFirst(), options.events().getLast());
        }
    }
}
