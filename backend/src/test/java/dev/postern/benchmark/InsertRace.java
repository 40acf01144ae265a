package dev.postern.benchmark;

import dev.postern.model.LogEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Stores the same entries in several ways, each into tables of its own: in rounds, and each way first by turns. */
final class InsertRace {

    static final int ROUND = 10_000;

    private static final int WARM_UP = 2;
    private static final double NANOS = 1e9;

    /** How many entries a second each way stores, in the ways' order. */
    static List<Double> run(List<Way> ways, Options options) {
        long[] nanos = new long[ways.size()];
        int rounds = rounds(options);
        for (int round = -WARM_UP; round < rounds; round++) {
            List<LogEntry> entries = Entries.of(ROUND, options.seed() * 1_000 + round);
            List<Runnable> works = ways.stream()
                    .map(way -> way.prepare().apply(batches(entries, way.batch())))
                    .toList();
            for (int i = 0; i < works.size(); i++) {
                int turn = Math.floorMod(round + i, works.size());
                long start = System.nanoTime();
                works.get(turn).run();
                nanos[turn] += round < 0 ? 0 : System.nanoTime() - start;
            }
        }
        return IntStream.range(0, nanos.length)
                .mapToObj(i -> (double) rounds * ROUND * NANOS / nanos[i])
                .toList();
    }

    /** How many entries are in each way's tables afterwards. */
    static long stored(Options options) {
        return (long) (rounds(options) + WARM_UP) * ROUND;
    }

    private static int rounds(Options options) {
        return (options.inserts() + ROUND - 1) / ROUND;
    }

    private static List<List<LogEntry>> batches(List<LogEntry> entries, int size) {
        List<List<LogEntry>> batches = new ArrayList<>();
        for (int i = 0; i < entries.size(); i += size) {
            batches.add(entries.subList(i, Math.min(i + size, entries.size())));
        }
        return batches;
    }

    /**
     * One way.
     *
     * @param batch how many entries at a time
     * @param prepare what is done before it counts; it gives what then does
     */
    record Way(String name, int batch, Function<List<List<LogEntry>>, Runnable> prepare) {}

    private InsertRace() {}
}
