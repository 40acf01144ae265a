package dev.postern.benchmark.delivery;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run is told.
 *
 * @param parts which parts, of {@code rate}, {@code bare} and {@code memory}
 * @param queue where the queues are
 * @param repetitions how often what is told is measured; told is the median
 * @param seconds how long each measurement takes
 * @param warmUp for how many seconds events are published beforehand
 * @param slots DELIVERY_MAX_CONCURRENCY
 * @param destinations how many there are, each of a tenant of its own
 * @param waiting how many events wait in the part {@code memory}
 * @param payloads a file of {@code {"topic":"…","data":{…}}} a line; where it is absent, payloads are made
 * @param directory where PostgreSQL and the product keep their files
 * @param recording where the product's flight recorder writes; null for no recording
 * @param arguments more of the product's JVM's arguments, besides compact headers
 */
record Options(
        List<String> parts,
        Queue queue,
        int repetitions,
        int seconds,
        int warmUp,
        int slots,
        int destinations,
        int waiting,
        Path payloads,
        Path directory,
        @Nullable Path recording,
        List<String> arguments) {

    static final String USAGE = """
            --parts rate,bare,memory   default rate,bare
            --queue redis|rabbitmq     default redis; rabbitmq needs the package rabbitmq-server
            --repetitions N            default 3; what is told is the median
            --seconds N                of each measurement, default 12
            --warm-up N                seconds, default 90
            --slots N                  DELIVERY_MAX_CONCURRENCY, default 64
            --destinations N           each of a tenant of its own, default 100
            --waiting N                events that wait while memory is measured, default 1000000
            --payloads PATH            lines of {"topic":"...","data":{...}}, default ../shared/data/github-webhooks.ndjson;
                                       made, of a kilobyte, where there are none
            --directory PATH           default data/benchmark/delivery; result.md and result.json are written there
            --recording PATH           has the product's flight recorder (JFR) write there
            --jvm -X...,-X...          more arguments of the product's JVM, default -Xmx2g,-XX:+UseParallelGC, as in the image
            """;

    static Options parse(String[] given) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < given.length; i += 2) {
            if (!given[i].startsWith("--") || i + 1 == given.length) {
                throw new IllegalArgumentException("%s: not an option with a value%n%s".formatted(given[i], USAGE));
            }
            values.put(given[i].substring(2), given[i + 1]);
        }
        String recording = values.remove("recording");
        var options = new Options(
                parts(take(values, "parts", "rate,bare")),
                Queue.named(take(values, "queue", "redis")),
                number(values, "repetitions", 3, 1, 100),
                number(values, "seconds", 12, 1, 3_600),
                number(values, "warm-up", 90, 1, 3_600),
                number(values, "slots", 64, 1, 10_000),
                number(values, "destinations", 100, 1, 10_000),
                number(values, "waiting", 1_000_000, 1_000, 10_000_000),
                Path.of(take(values, "payloads", "../shared/data/github-webhooks.ndjson")),
                Path.of(take(values, "directory", "data/benchmark/delivery")).toAbsolutePath(),
                recording == null ? null : Path.of(recording).toAbsolutePath(),
                List.of(take(values, "jvm", "-Xmx2g,-XX:+UseParallelGC").split(",", -1)));
        if (!values.isEmpty()) {
            throw new IllegalArgumentException("unknown options: %s%n%s".formatted(values.keySet(), USAGE));
        }
        return options;
    }

    private static List<String> parts(String text) {
        List<String> parts = Arrays.asList(text.split(",", -1));
        if (!List.of("rate", "bare", "memory").containsAll(parts)) {
            throw new IllegalArgumentException("parts: %s (expected: of rate, bare and memory)".formatted(text));
        }
        return parts;
    }

    private static String take(Map<String, String> values, String name, String byDefault) {
        String value = values.remove(name);
        return value == null ? byDefault : value;
    }

    private static int number(Map<String, String> values, String name, int byDefault, int least, int most) {
        String text = take(values, name, Integer.toString(byDefault));
        try {
            int number = Integer.parseInt(text.replace("_", ""));
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Falls to the answer that any other value gets.
        }
        throw new IllegalArgumentException("%s: %s (expected: a number, %d..%d)".formatted(name, text, least, most));
    }

    /** Where the delivery and the log queue are. */
    enum Queue {
        REDIS("Redis"),
        RABBITMQ("RabbitMQ");

        private final String title;

        Queue(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }

        static Queue named(String text) {
            return Arrays.stream(values())
                    .filter(queue -> queue.title.equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow(() ->
                            new IllegalArgumentException("queue: %s (expected: redis or rabbitmq)".formatted(text)));
        }
    }
}
