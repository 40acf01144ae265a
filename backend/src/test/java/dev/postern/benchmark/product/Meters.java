package dev.postern.benchmark.product;

import dev.postern.redis.RedisConnection;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What was spent so far. Processor time is told for each process. Of Redis there is the number of commands that
 * clients sent (those that scripts run are of other kinds), and how often it found something to read on a
 * connection, whatever number of commands that was: once for what a client sends in one piece.
 */
public final class Meters {

    static final String COMMANDS = "commands";
    static final String READS = "reads";

    private static final Pattern CLIENTS_OWN =
            Pattern.compile("cmdstat_(evalsha|eval|xreadgroup|hgetall|hmget|xrange|mget|del|ping):calls=(\\d+)");

    private final RedisConnection redis;
    private final Map<String, Supplier<Stream<ProcessHandle>>> processes = new LinkedHashMap<>();

    public Meters(RedisConnection redis) {
        this.redis = redis;
    }

    /** Counts this process and its descendants under the name. */
    public Meters watch(String name, ProcessHandle process) {
        processes.put(name, () -> Stream.concat(Stream.of(process), process.descendants()));
        return this;
    }

    public ProcessHandle redisProcess() {
        return ProcessHandle.of(number(info("server"), "process_id")).orElseThrow();
    }

    public long redisBytes() {
        return number(info("memory"), "used_memory");
    }

    public Map<String, Double> read() {
        Map<String, Double> spent = new LinkedHashMap<>();
        processes.forEach((name, all) -> spent.put(
                name,
                all.get()
                                .map(one -> one.info().totalCpuDuration())
                                .flatMap(Optional::stream)
                                .mapToLong(Duration::toMillis)
                                .sum()
                        * 1.0));
        spent.put(
                "benchmark",
                ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                                .getProcessCpuTime()
                        / 1e6);
        Matcher calls = CLIENTS_OWN.matcher(info("commandstats"));
        double commands = 0;
        while (calls.find()) {
            commands += Long.parseLong(calls.group(2));
        }
        spent.put(COMMANDS, commands);
        spent.put(READS, (double) number(info("stats"), "total_reads_processed"));
        return spent;
    }

    /** What was spent between the two, for each of so many events. */
    public static Map<String, Double> perEvent(Map<String, Double> before, Map<String, Double> after, long events) {
        Map<String, Double> spent = new LinkedHashMap<>();
        after.forEach((name, value) -> spent.put(name, (value - before.getOrDefault(name, 0.0)) / events));
        return spent;
    }

    private String info(String section) {
        return String.valueOf(redis.commands().info(section).block());
    }

    private static long number(String info, String name) {
        Matcher found = Pattern.compile("(?m)^" + name + ":(\\d+)").matcher(info);
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }
}
