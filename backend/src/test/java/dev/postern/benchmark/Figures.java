package dev.postern.benchmark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The times of one case, in milliseconds.
 *
 * @param rows of how many rows an answer was, on average
 * @param full those of the port's that gave a whole page, which alone compare between logs of other sizes
 */
record Figures(
        String store, long events, String name, double rows, List<Double> port, List<Double> full, List<Double> raw) {

    Figures {
        port = port.stream().sorted().toList();
        full = full.stream().sorted().toList();
        raw = raw.stream().sorted().toList();
    }

    double p50() {
        return quantile(port, 0.5);
    }

    double p95() {
        return quantile(port, 0.95);
    }

    double fullP50() {
        return full.isEmpty() ? Double.NaN : quantile(full, 0.5);
    }

    double rawP50() {
        return quantile(raw, 0.5);
    }

    /** How often the driver's own time the port takes. */
    double ratio() {
        return p50() / rawP50();
    }

    Map<String, @Nullable Object> toJson() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("store", store);
        json.put("events", events);
        json.put("name", name);
        json.put("repetitions", port.size());
        json.put("rows", rounded(rows));
        json.put("p50Ms", rounded(p50()));
        json.put("p95Ms", rounded(p95()));
        json.put("fullPageP50Ms", full.isEmpty() ? null : rounded(fullP50()));
        json.put("rawP50Ms", rounded(rawP50()));
        json.put("rawP95Ms", rounded(quantile(raw, 0.95)));
        json.put("ratio", rounded(ratio()));
        return json;
    }

    String line() {
        return "%-46s %7.1f %9.3f %9.3f %9.3f %9.2f".formatted(name, rows, p50(), p95(), rawP50(), ratio());
    }

    static String head() {
        return "%-46s %7s %9s %9s %9s %9s".formatted("", "rows", "p50 ms", "p95 ms", "raw p50", "ratio");
    }

    private static double quantile(List<Double> sorted, double quantile) {
        return sorted.get((int) Math.round(quantile * (sorted.size() - 1)));
    }

    static double rounded(double value) {
        return Math.round(value * 1_000) / 1_000.0;
    }
}
