package dev.postern.logstore.postgres.retention;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one run did.
 *
 * @param cutBefore rows older than this go
 * @param created the partitions that are new
 * @param dropped those that are gone
 * @param trimmed how many rows of its default partition each table lost
 * @param unfinished whether there are more such rows, for the next run
 * @param leftAlone partitions that were neither made nor dropped, and why; a next run does no other until
 *     somebody changes the tables, so it is no failure
 * @param failures what was not done and why; the next run tries again
 */
public record RetentionReport(
        Instant cutBefore,
        List<String> created,
        List<String> dropped,
        Map<String, Long> trimmed,
        boolean unfinished,
        List<String> leftAlone,
        List<String> failures) {

    public RetentionReport {
        created = List.copyOf(created);
        dropped = List.copyOf(dropped);
        trimmed = Map.copyOf(trimmed);
        leftAlone = List.copyOf(leftAlone);
        failures = List.copyOf(failures);
    }

    /** One wide line. */
    @Override
    public String toString() {
        return "cut_before=%s created=%s dropped=%s trimmed=%s unfinished=%s left_alone=%s failures=%s"
                .formatted(cutBefore, created, dropped, new TreeMap<>(trimmed), unfinished, leftAlone, failures);
    }
}
