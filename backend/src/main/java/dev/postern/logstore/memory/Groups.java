package dev.postern.logstore.memory;

import dev.postern.logstore.MetricsLimits;
import dev.postern.logstore.MetricsTimeoutException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Puts rows into groups, for as long as it may take. */
final class Groups {

    /** The rows of each group; a row can be in several. */
    static <R> SortedMap<GroupKey, List<R>> of(
            Collection<R> rows, Function<R, List<GroupKey>> keys, MetricsLimits limits) {
        long start = System.nanoTime();
        SortedMap<GroupKey, List<R>> groups = new TreeMap<>();
        for (R row : rows) {
            if (System.nanoTime() - start > limits.deadline().toNanos()) {
                throw new MetricsTimeoutException(limits.deadline(), null);
            }
            for (GroupKey key : keys.apply(row)) {
                groups.computeIfAbsent(key, group -> new ArrayList<>()).add(row);
            }
        }
        return groups;
    }

    private Groups() {}
}
