package dev.postern.benchmark.report;

import dev.postern.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was found of queries: told when it is written, as Markdown and as JSON. */
public final class QueryReport {

    /** The gateway's name among those that are asked. */
    public static final String GATEWAY = "Postern";

    /** The name of the handler that returns the same bytes and does no more. */
    public static final String BYTES = "bytes alone";

    /** The name of the handler that sends the same statements, and returns the same bytes. */
    public static final String SQL = "SQL and bytes";

    /** The name of the answers a second among the figures of {@link #load}. */
    public static final String RATE = "perSecond";

    private static final List<String> HEAD = List.of(
            "",
            "answers/s",
            "p50 ms",
            "p99 ms",
            "processor ms",
            "PostgreSQL ms",
            "Redis ms",
            "Postern's rate, of this");

    private final Map<String, Object> facts = new LinkedHashMap<>();
    private final Map<String, Map<String, Map<String, Double>>> loads = new LinkedHashMap<>();

    public QueryReport(Map<String, Object> facts) {
        this.facts.putAll(facts);
    }

    /**
     * What came of one load.
     *
     * @param subject who answered
     * @param figures by their names, in the order of the columns, the rate first
     */
    public void load(String name, String subject, Map<String, Double> figures) {
        loads.computeIfAbsent(name, key -> new LinkedHashMap<>()).put(subject, figures);
        System.out.println(name + ", " + subject + ": " + figures);
    }

    public void write(Path json, Path markdown) throws IOException {
        Report.write(json, Json.write(Map.of("facts", facts, "loads", loads)));
        String text = Report.told(facts) + "\n\n" + new Table(HEAD, rows()) + "\n";
        System.out.println(text);
        Report.write(markdown, text);
    }

    private List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        loads.forEach((name, subjects) -> subjects.forEach((subject, figures) -> {
            List<String> row = new ArrayList<>();
            row.add(name + ": " + subject);
            figures.forEach((figure, value) -> row.add(
                    figure.equals(RATE)
                            ? String.format(Locale.ROOT, "%,d", Math.round(value))
                            : String.format(Locale.ROOT, "%.2f", value)));
            row.add(String.format(Locale.ROOT, "%.2f", rate(subjects, GATEWAY) / rate(subjects, subject)));
            rows.add(row);
        }));
        return rows;
    }

    private static double rate(Map<String, Map<String, Double>> subjects, String subject) {
        return subjects.getOrDefault(subject, Map.of()).getOrDefault(RATE, Double.NaN);
    }
}
