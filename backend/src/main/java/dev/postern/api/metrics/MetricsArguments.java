package dev.postern.api.metrics;

import dev.postern.api.error.ApiException;
import dev.postern.logstore.DeliveryMetricsQuery.Measure;
import dev.postern.logstore.Granularity;
import dev.postern.logstore.MetricsWindow;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.DataFetchingFieldSelectionSet;
import java.time.Duration;
import java.time.Instant;
import java.time.Period;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The arguments of a field with metrics, and what is selected of it. */
final class MetricsArguments {

    /** What each measure of the schema is worked out from; those that are not here come with every point. */
    private static final Map<String, Set<Measure>> MEASURES = Map.ofEntries(
            Map.entry("count", Set.of(Measure.COUNT)),
            Map.entry("rate", Set.of(Measure.COUNT)),
            Map.entry("successCount", Set.of(Measure.SUCCESSES)),
            Map.entry("failedCount", Set.of(Measure.FAILURES)),
            Map.entry("errorRate", Set.of(Measure.COUNT, Measure.FAILURES)),
            Map.entry("firstAttemptCount", Set.of(Measure.FIRST_ATTEMPTS)),
            Map.entry("retryCount", Set.of(Measure.RETRIES)),
            Map.entry("manualRetryCount", Set.of(Measure.MANUAL_RETRIES)),
            Map.entry("averageAttemptNumber", Set.of(Measure.AVERAGE_ATTEMPT_NUMBER)),
            Map.entry("latencyP50", Set.of(Measure.LATENCY_P50)),
            Map.entry("latencyP95", Set.of(Measure.LATENCY_P95)),
            Map.entry("latencyP99", Set.of(Measure.LATENCY_P99)));

    /** Throws {@link ApiException} naming the argument that can't be right. */
    static MetricsWindow window(DataFetchingEnvironment environment) {
        Map<String, Instant> time = environment.getArgument("time");
        Instant start = time == null ? null : time.get("start");
        Instant end = time == null ? null : time.get("end");
        if (start == null || end == null) {
            throw ApiException.badInput("time", "incomplete (expected: a start and an end)");
        }
        if (!start.isBefore(end)) {
            throw ApiException.badInput("time.end", "%s (expected: after the start, %s)".formatted(end, start));
        }
        return new MetricsWindow(start, end, granularity(environment.getArgument("granularity")));
    }

    static <D extends Enum<D>> List<D> groupBy(DataFetchingEnvironment environment, Class<D> type) {
        List<String> names = environment.getArgument("groupBy");
        return names == null
                ? List.of()
                : names.stream().map(name -> Enum.valueOf(type, name)).toList();
    }

    static Set<Measure> measures(DataFetchingEnvironment environment) {
        DataFetchingFieldSelectionSet selection = environment.getSelectionSet();
        Set<Measure> measures = EnumSet.noneOf(Measure.class);
        MEASURES.forEach((field, needed) -> {
            if (selection.contains("points/" + field)) {
                measures.addAll(needed);
            }
        });
        return measures;
    }

    private static @Nullable Granularity granularity(@Nullable Object given) {
        return switch (given) {
            case null -> null;
            case Duration length when Granularity.allows(length) -> Granularity.of(length);
            case Period period when period.equals(Period.ofMonths(1)) -> Granularity.MONTH;
            default ->
                throw ApiException.badInput(
                        "granularity", "%s (expected: whole seconds from PT1S to P31D, or P1M)".formatted(given));
        };
    }

    private MetricsArguments() {}
}
