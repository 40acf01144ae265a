package dev.postern.benchmark;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run is told.
 *
 * @param stores which stores, of {@code postgres} and {@code clickhouse}
 * @param events how many events, for each database that is measured
 * @param seed what the data and the places in it are drawn from
 * @param repetitions how often each case is measured
 * @param seconds how long a database's cases are measured at most
 * @param inserts how many entries are inserted; 0 leaves that part out
 * @param directory where the servers of its own keep their data, so that it is seeded once
 * @param json where the result is written
 * @param markdown where it is written once more, for people
 * @param postgres a server to use instead of an own one, as a user who may create databases
 * @param clickhouse a server to use instead of an own one
 */
record Options(
        List<String> stores,
        List<Long> events,
        long seed,
        int repetitions,
        int seconds,
        int inserts,
        Path directory,
        Path json,
        Path markdown,
        @Nullable String postgres,
        @Nullable String clickhouse) {

    static final String USAGE = """
            --store postgres|clickhouse|both   default both
            --events N[,N...]                  default 1000000, from 10000; with several, pages are also compared
                                               between the first and the last
            --seed N                           default 1
            --repetitions N                    default 300
            --seconds N                        how long a database is measured at most, default 300; each case
                                               is asked 20 times at least
            --inserts N                        entries to insert, default 50000; 0 for none
            --directory PATH                   data of its own servers, default data/benchmark; kept
            --json PATH                        default <directory>/result.json
            --markdown PATH                    default <directory>/result.md
            --postgres URL                     a server to use instead of an own one
            --clickhouse URL                   likewise
            """;

    static Options parse(String[] arguments) {
        Map<String, String> given = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            if (!arguments[i].startsWith("--") || i + 1 == arguments.length) {
                throw new IllegalArgumentException("%s: not an option with a value%n%s".formatted(arguments[i], USAGE));
            }
            given.put(arguments[i].substring(2), arguments[i + 1]);
        }
        String store = take(given, "store", "both");
        Path directory = Path.of(take(given, "directory", "data/benchmark"));
        var options = new Options(
                switch (store) {
                    case "both" -> List.of("postgres", "clickhouse");
                    case "postgres", "clickhouse" -> List.of(store);
                    default ->
                        throw new IllegalArgumentException(
                                "store: %s (expected: postgres, clickhouse or both)".formatted(store));
                },
                Arrays.stream(take(given, "events", "1000000").split(",", -1))
                        .map(text -> number("events", text, 10_000, 100_000_000))
                        .toList(),
                number("seed", take(given, "seed", "1"), 0, Integer.MAX_VALUE),
                (int) number("repetitions", take(given, "repetitions", "300"), 10, 100_000),
                (int) number("seconds", take(given, "seconds", "300"), 1, 1_000_000),
                (int) number("inserts", take(given, "inserts", "50000"), 0, 10_000_000),
                directory,
                Path.of(take(given, "json", directory.resolve("result.json").toString())),
                Path.of(take(given, "markdown", directory.resolve("result.md").toString())),
                given.remove("postgres"),
                given.remove("clickhouse"));
        if (!given.isEmpty()) {
            throw new IllegalArgumentException("unknown options: %s%n%s".formatted(given.keySet(), USAGE));
        }
        return options;
    }

    private static String take(Map<String, String> given, String name, String byDefault) {
        String value = given.remove(name);
        return value == null ? byDefault : value;
    }

    private static long number(String name, String text, long least, long most) {
        try {
            long number = Long.parseLong(text.replace("_", ""));
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Falls to the answer that any other value gets.
        }
        throw new IllegalArgumentException("%s: %s (expected: a number, %d..%d)".formatted(name, text, least, most));
    }
}
