package dev.postern.benchmark.report;

import dev.postern.benchmark.report.Figures.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How much longer a case takes in a large log than in a small one. Answers of the same number of rows are compared,
 * and each number counts as often on one side as on the other: a log that fills more of its pages isn't slower for it.
 *
 * @param answers how many there are at least on both sides; 0 where none are alike, and then there are no times
 * @param rows of how many rows these are, on average
 * @param smallMs the median in the small log
 * @param largeMs the median in the large one
 */
record Comparison(
        String store, String name, long small, long large, long answers, double rows, double smallMs, double largeMs) {

    static final List<String> HEAD = List.of("", "rows", "answers", "p50 ms, small", "p50 ms, large", "ratio");

    static Comparison of(Figures small, Figures large) {
        Map<Long, Long> these = counts(small);
        Map<Long, Long> those = counts(large);
        Map<Long, Double> common = new LinkedHashMap<>();
        these.forEach((rows, count) -> {
            long others = those.getOrDefault(rows, 0L);
            if (others > 0) {
                common.put(rows, (double) Math.min(count, others));
            }
        });
        double answers =
                common.values().stream().mapToDouble(Double::doubleValue).sum();
        double rows = common.entrySet().stream()
                .mapToDouble(one -> one.getKey() * one.getValue())
                .sum();
        return new Comparison(
                small.store(),
                small.name(),
                small.events(),
                large.events(),
                (long) answers,
                rows / answers,
                median(small, these, common),
                median(large, those, common));
    }

    double ratio() {
        return largeMs / smallMs;
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("store", store);
        json.put("name", name);
        json.put("smallEvents", small);
        json.put("largeEvents", large);
        json.put("answers", answers);
        if (answers > 0) {
            json.put("rows", Figures.rounded(rows));
            json.put("smallP50Ms", Figures.rounded(smallMs));
            json.put("largeP50Ms", Figures.rounded(largeMs));
            json.put("ratio", Figures.rounded(ratio()));
        }
        return json;
    }

    List<String> cells() {
        return answers == 0
                ? List.of(name, "–", "0", "–", "–", "–")
                : List.of(
                        name,
                        String.format(Locale.ROOT, "%.1f", rows),
                        String.valueOf(answers),
                        String.format(Locale.ROOT, "%.2f", smallMs),
                        String.format(Locale.ROOT, "%.2f", largeMs),
                        String.format(Locale.ROOT, "%.2f", ratio()));
    }

    private static Map<Long, Long> counts(Figures figures) {
        return figures.samples().stream().collect(Collectors.groupingBy(Sample::rows, Collectors.counting()));
    }

    /** The middle of the samples, each of which weighs as much as makes its number of rows as frequent as it should be. */
    private static double median(Figures figures, Map<Long, Long> counts, Map<Long, Double> wanted) {
        Function<Sample, Double> weight =
                sample -> wanted.getOrDefault(sample.rows(), 0.0) / counts.getOrDefault(sample.rows(), 1L);
        List<Sample> sorted = new ArrayList<>(figures.samples());
        sorted.sort(Comparator.comparingDouble(Sample::port));
        double half = sorted.stream().mapToDouble(weight::apply).sum() / 2;
        double passed = 0;
        for (Sample sample : sorted) {
            passed += weight.apply(sample);
            if (half > 0 && passed >= half - 1e-9) {
                return sample.port();
            }
        }
        return Double.NaN;
    }
}
