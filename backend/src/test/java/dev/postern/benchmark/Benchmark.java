package dev.postern.benchmark;

import dev.postern.clickhouse.ClickHouseAbsentException;
import dev.postern.json.Json;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.migrations.PostgresUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Seeds the stores and measures pages, single rows and inserts, each through the port and beside it
 * through the driver alone. Prints tables and writes JSON.
 */
final class Benchmark {

    private final Options options;
    private final Map<String, Object> facts = new LinkedHashMap<>();
    private final List<Figures> figures = new ArrayList<>();
    private final List<InsertFigures> inserts = new ArrayList<>();

    private Benchmark(Options options) {
        this.options = options;
        facts.put("at", Instant.now().toString());
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("seed", options.seed());
        facts.put("repetitions", options.repetitions());
    }

    static void main(String[] arguments) throws Exception {
        Options options;
        try {
            options = Options.parse(arguments);
        } catch (IllegalArgumentException e) {
            say(String.valueOf(e.getMessage()));
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
        benchmark.compare();
        benchmark.write();
        // The drivers' threads would keep the process.
        System.exit(0);
    }

    private void postgres() throws SQLException {
        try (PostgresServer server = PostgresServer.start(options.postgres(), options.directory())) {
            for (long events : options.events()) {
                Instant start = Instant.now();
                PostgresUrl url = new PostgresSeed(server, events, options.seed()).run();
                try (Subject subject = new PostgresSubject(url, options.seed())) {
                    measure("postgres", events, subject, start);
                }
            }
            if (options.inserts() > 0) {
                show(PostgresInserts.run(server, options));
            }
        }
    }

    private void clickhouse() throws IOException, InterruptedException {
        try (ClickHouseServer server = ClickHouseServer.start(options.clickhouse(), options.directory())) {
            for (long events : options.events()) {
                Instant start = Instant.now();
                ClickHouseTarget target = new ClickHouseSeed(server, events, options.seed()).run();
                try (Subject subject = new ClickHouseSubject(server, target, options.seed())) {
                    measure("clickhouse", events, subject, start);
                }
            }
            if (options.inserts() > 0) {
                show(ClickHouseInserts.run(server, options));
            }
        } catch (ClickHouseAbsentException e) {
            say("%nClickHouse: NOT MEASURED, because %s".formatted(e.getMessage()));
        }
    }

    private void measure(String store, long events, Subject subject, Instant start) {
        Map<String, Object> known = subject.facts();
        known.put("seededInSeconds", Duration.between(start, Instant.now()).toSeconds());
        facts.put("%s, %d events".formatted(store, events), known);
        say("%n%s, %,d events %s%n%s".formatted(store, events, known, Figures.head()));
        List<Figures> found = Measurement.of(store, events, subject, options);
        found.forEach(one -> say(one.line()));
        figures.addAll(found);
    }

    private void show(List<InsertFigures> found) {
        say("");
        found.forEach(one -> say(one.line()));
        inserts.addAll(found);
    }

    /** How much longer a whole page takes in the last log than in the first. */
    private void compare() {
        List<Figures> small = of(options.events().getFirst());
        List<Figures> large = of(options.events().getLast());
        if (options.events().size() < 2) {
            return;
        }
        say("%n%-12s %-46s %9s %9s %9s"
                .formatted("", "", options.events().getFirst(), options.events().getLast(), "ratio"));
        for (Figures one : small) {
            large.stream()
                    .filter(other ->
                            other.name().equals(one.name()) && other.store().equals(one.store()))
                    .forEach(other -> say("%-12s %-46s %9.3f %9.3f %9.2f"
                            .formatted(
                                    one.store(),
                                    one.name(),
                                    one.fullP50(),
                                    other.fullP50(),
                                    other.fullP50() / one.fullP50())));
        }
    }

    private List<Figures> of(long events) {
        return figures.stream().filter(one -> one.events() == events).toList();
    }

    private void write() throws IOException {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("facts", facts);
        json.put("pages", figures.stream().map(Figures::toJson).toList());
        json.put("inserts", inserts.stream().map(InsertFigures::toJson).toList());
        Files.createDirectories(options.json().toAbsolutePath().getParent());
        Files.writeString(options.json(), Json.write(json));
        say("%nwritten to %s".formatted(options.json()));
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
