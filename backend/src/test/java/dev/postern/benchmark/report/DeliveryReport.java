package dev.postern.benchmark.report;

import dev.postern.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What was found of deliveries: told when it is written, as Markdown and as JSON. */
public final class DeliveryReport {

    /** The name of the events a second among the figures of {@link #rate}. */
    public static final String RATE = "eventsPerSecond";

    private static final double MIB = 1 << 20;

    private final Map<String, Object> facts = new LinkedHashMap<>();
    private final Map<String, Map<String, Double>> rates = new LinkedHashMap<>();
    private final Map<String, Double> bare = new LinkedHashMap<>();
    private final List<Memory> memory = new ArrayList<>();

    public DeliveryReport(Map<String, Object> facts) {
        this.facts.putAll(facts);
    }

    public void fact(String name, Object value) {
        facts.put(name, value);
    }

    /**
     * What came of one load.
     *
     * @param figures by their names, in the order of the columns; events a second is one of them
     */
    public void rate(String load, Map<String, Double> figures) {
        rates.put(load, figures);
    }

    /** How often in a second a loop did what it does. */
    public void bare(String loop, double perSecond) {
        bare.put(loop, perSecond);
    }

    /** All in bytes; Redis's are those that this came to. */
    public void memory(String waiting, int count, long heap, long resident, long redis) {
        var one = new Memory(waiting, count, heap, resident, redis);
        memory.add(one);
        System.out.println(one);
    }

    public void write(Path json, Path markdown) throws IOException {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("facts", facts);
        all.put("rates", rounded(rates));
        all.put("bare", bare);
        all.put("memory", memory.stream().map(Memory::toJson).toList());
        Report.write(json, Json.write(all));
        String text = String.join("\n\n", sections()) + "\n";
        System.out.println(text);
        Report.write(markdown, text);
    }

    private List<String> sections() {
        List<String> sections = new ArrayList<>();
        sections.add(Report.told(facts));
        if (!rates.isEmpty()) {
            List<String> head = Stream.concat(Stream.of(""), rates.values().iterator().next().keySet().stream())
                    .toList();
            sections.add(new Table(
                            head,
                            rates.entrySet().stream()
                                    .map(one -> Stream.concat(
                                                    Stream.of(one.getKey()),
                                                    one.getValue().entrySet().stream()
                                                            .map(DeliveryReport::cell))
                                            .toList())
                                    .toList())
                    .toString());
        }
        if (!bare.isEmpty()) {
            sections.add(new Table(
                            List.of("", "a second", "the product's peak, of that"),
                            bare.entrySet().stream()
                                    .map(one -> List.of(one.getKey(), whole(one.getValue()), ofPeak(one.getValue())))
                                    .toList())
                    .toString());
        }
        if (!memory.isEmpty()) {
            sections.add(new Table(
                            List.of("waiting", "events", "heap in use, MiB", "resident, MiB", "more in Redis, MiB"),
                            memory.stream().map(Memory::cells).toList())
                    .toString());
        }
        return sections;
    }

    private String ofPeak(double rate) {
        return rates.isEmpty()
                ? "–"
                : "%.2f".formatted(rates.values().iterator().next().getOrDefault(RATE, Double.NaN) / rate);
    }

    private static String cell(Map.Entry<String, Double> figure) {
        return figure.getKey().equals(RATE) ? whole(figure.getValue()) : "%.2f".formatted(figure.getValue());
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%,d", Math.round(value));
    }

    private static Map<String, Object> rounded(Map<String, Map<String, Double>> figures) {
        Map<String, Object> rounded = new LinkedHashMap<>();
        figures.forEach((name, values) -> {
            Map<String, Object> inner = new LinkedHashMap<>();
            values.forEach((column, value) -> inner.put(column, Figures.rounded(value)));
            rounded.put(name, inner);
        });
        return rounded;
    }

    private record Memory(String waiting, int count, long heap, long resident, long redis) {

        Map<String, Object> toJson() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("waiting", waiting);
            json.put("events", count);
            json.put("heapBytes", heap);
            json.put("residentBytes", resident);
            json.put("redisBytes", redis);
            return json;
        }

        List<String> cells() {
            return List.of(
                    waiting, whole(count), "%.1f".formatted(heap / MIB), whole(resident / MIB), whole(redis / MIB));
        }
    }
}
