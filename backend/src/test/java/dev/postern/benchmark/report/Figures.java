package dev.postern.benchmark.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The times of one case in one log, of the port's and of the driver's. */
public record Figures(String store, long events, String name, List<Sample> samples) {

    static final List<String> HEAD = List.of("", "rows", "p50 ms", "p95 ms", "raw p50 ms", "ratio");

    public Figures {
        samples = List.copyOf(samples);
    }

    double p50() {
        return quantile(Sample::port, 0.5);
    }

    double rawP50() {
        return quantile(Sample::raw, 0.5);
    }

    /** How often the driver's own time the port takes. */
    double ratio() {
        return p50() / rawP50();
    }

    /** Of how many rows an answer is, on average. */
    double rows() {
        return samples.stream().mapToLong(Sample::rows).average().orElse(0);
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("store", store);
        json.put("events", events);
        json.put("name", name);
        json.put("repetitions", samples.size());
        json.put("rows", rounded(rows()));
        json.put("p50Ms", rounded(p50()));
        json.put("p95Ms", rounded(quantile(Sample::port, 0.95)));
        json.put("rawP50Ms", rounded(rawP50()));
        json.put("rawP95Ms", rounded(quantile(Sample::raw, 0.95)));
        json.put("ratio", rounded(ratio()));
        return json;
    }

    List<String> cells() {
        return List.of(
                name,
                String.format(Locale.ROOT, "%.1f", rows()),
                String.format(Locale.ROOT, "%.2f", p50()),
                String.format(Locale.ROOT, "%.2f", quantile(Sample::port, 0.95)),
                String.format(Locale.ROOT, "%.2f", rawP50()),
                String.format(Locale.ROOT, "%.2f", ratio()));
    }

    private double quantile(ToDoubleFunction<Sample> time, double quantile) {
        double[] sorted = samples.stream().mapToDouble(time).sorted().toArray();
        return sorted[(int) Math.round(quantile * (sorted.length - 1))];
    }

    static double rounded(double value) {
        return Math.round(value * 1_000) / 1_000.0;
    }

    /**
     * One question, asked of both.
     *
     * @param rows of how many rows the answer is
     * @param port how many milliseconds the port took
     * @param raw and how many the driver
     */
    public record Sample(long rows, double port, double raw) {}
}
