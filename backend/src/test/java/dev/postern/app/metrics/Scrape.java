package dev.postern.app.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Prometheus' text, read. */
final class Scrape {

    private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) .*");
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+)");

    private final Map<String, Double> samples = new LinkedHashMap<>();
    private final Set<String> names = new TreeSet<>();

    Scrape(String text) {
        for (String line : text.lines().toList()) {
            if (line.startsWith("# TYPE ")) {
                names.add(TYPE.matcher(line).replaceFirst("$1"));
            } else if (!line.startsWith("#")) {
                Matcher sample = SAMPLE.matcher(line);
                if (!sample.matches()) {
                    throw new AssertionError("no sample: " + line);
                }
                String labels = sample.group(2) == null ? "" : sample.group(2);
                samples.put(sample.group(1) + "{" + labels + "}", value(sample.group(3)));
            }
        }
    }

    /** The metrics, as they are declared. */
    Set<String> names() {
        return names;
    }

    /** All that the metric's samples with these labels add up to. */
    double sum(String name, String... labels) {
        return series(name, labels).mapToDouble(samples::get).sum();
    }

    /** The metric's samples with these labels. */
    Stream<String> series(String name, String... labels) {
        return samples.keySet().stream()
                .filter(key -> key.startsWith(name + "{"))
                .filter(key -> Stream.of(labels).allMatch(key::contains));
    }

    private static double value(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }
}
