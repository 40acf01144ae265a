package dev.postern.benchmark.delivery;

import dev.postern.benchmark.product.Arguments;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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
        var arguments = Arguments.parse(given, USAGE);
        var options = new Options(
                parts(arguments.text("parts", "rate,bare")),
                Queue.named(arguments.text("queue", "redis")),
                arguments.number("repetitions", 3, 1, 100),
                arguments.number("seconds", 12, 1, 3_600),
                arguments.number("warm-up", 90, 1, 3_600),
                arguments.number("slots", 64, 1, 10_000),
                arguments.number("destinations", 100, 1, 10_000),
                arguments.number("waiting", 1_000_000, 1_000, 10_000_000),
                Path.of(arguments.text("payloads", "../shared/data/github-webhooks.ndjson")),
                arguments.path("directory", "data/benchmark/delivery"),
                arguments.optionalPath("recording"),
                List.of(arguments.text("jvm", "-Xmx2g,-XX:+UseParallelGC").split(",", -1)));
        arguments.requireNoMore();
        return options;
    }

    private static List<String> parts(String text) {
        List<String> parts = Arrays.asList(text.split(",", -1));
        if (!List.of("rate", "bare", "memory").containsAll(parts)) {
            throw new IllegalArgumentException("parts: %s (expected: of rate, bare and memory)".formatted(text));
        }
        return parts;
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
