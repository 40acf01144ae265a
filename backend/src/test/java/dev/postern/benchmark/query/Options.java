package dev.postern.benchmark.query;

import dev.postern.benchmark.product.Arguments;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is asked, and for how long.
 *
 * @param events how many the log has; filled in once
 * @param repetitions of each measurement; what is told is the median
 * @param seconds of each measurement
 * @param warmUp how many seconds the gateway is asked before anything is measured; the others need a quarter
 * @param connections how many ask at once
 * @param mixed how many ask at once where the questions are mixed
 * @param directory where PostgreSQL and the product keep their files
 * @param recording where the product's flight recorder writes; null for no recording
 * @param arguments of the JVMs of the product and of what it is compared with
 */
record Options(
        int events,
        int repetitions,
        int seconds,
        int warmUp,
        int connections,
        int mixed,
        Path directory,
        @Nullable Path recording,
        List<String> arguments) {

    private static final String USAGE = """
            --events N        default 1000000
            --repetitions N   default 3; what is told is the median
            --seconds N       of each measurement, default 6
            --warm-up N       seconds, default 90
            --connections N   default 32
            --mixed N         connections of the mixed load, default 64
            --directory PATH  default data/benchmark; result.md and result.json are written to its directory query
            --recording PATH  has the product's flight recorder (JFR) write there
            --jvm -X...,-X... arguments of the JVMs, default -Xmx1g,-XX:+UseParallelGC
            """;

    static Options parse(String[] given) {
        var arguments = Arguments.parse(given, USAGE);
        var options = new Options(
                arguments.number("events", 1_000_000, 10_000, 100_000_000),
                arguments.number("repetitions", 3, 1, 100),
                arguments.number("seconds", 6, 1, 3_600),
                arguments.number("warm-up", 90, 0, 3_600),
                arguments.number("connections", 32, 1, 1_000),
                arguments.number("mixed", 64, 1, 1_000),
                arguments.path("directory", "data/benchmark"),
                arguments.optionalPath("recording"),
                List.of(arguments.text("jvm", "-Xmx1g,-XX:+UseParallelGC").split(",", -1)));
        arguments.requireNoMore();
        return options;
    }

    /** Where this benchmark keeps what is its own. */
    Path own() {
        return directory.resolve("query");
    }
}
