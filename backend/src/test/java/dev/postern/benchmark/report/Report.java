package dev.postern.benchmark.report;

import dev.postern.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What was found: told section by section, and written whole as JSON and as Markdown. */
public final class Report {

    private final Map<String, Object> facts = new LinkedHashMap<>();
    private final List<Figures> pages = new ArrayList<>();
    private final List<Comparison> comparisons = new ArrayList<>();
    private final List<InsertFigures> inserts = new ArrayList<>();
    private final List<String> sections = new ArrayList<>();

    public Report(Map<String, Object> facts) {
        this.facts.putAll(facts);
        tell(told(facts));
    }

    /** How long pages take in one log. */
    public void pages(String store, long events, Map<String, Object> known, List<Figures> found) {
        String log = String.format(Locale.ROOT, "%s, %,d events", store, events);
        facts.put(log, known);
        pages.addAll(found);
        tell("### %s\n\n%s\n\n%s"
                .formatted(
                        log,
                        told(known),
                        new Table(
                                Figures.HEAD, found.stream().map(Figures::cells).toList())));
    }

    /** Compares what was told of the two logs. */
    public void compare(String store, long small, long large) {
        List<Comparison> found = new ArrayList<>();
        of(store, small)
                .forEach(one -> of(store, large).stream()
                        .filter(other -> other.name().equals(one.name()))
                        .forEach(other -> found.add(Comparison.of(one, other))));
        comparisons.addAll(found);
        tell("### %s\n\n%s"
                .formatted(
                        String.format(Locale.ROOT, "%s, %,d events against %,d", store, large, small),
                        new Table(
                                Comparison.HEAD,
                                found.stream().map(Comparison::cells).toList())));
    }

    public void inserts(String store, List<InsertFigures> found) {
        inserts.addAll(found);
        tell("### %s, inserts\n\n%s"
                .formatted(
                        store,
                        new Table(
                                InsertFigures.HEAD,
                                found.stream().map(InsertFigures::cells).toList())));
    }

    /** Says what isn't there, and why. */
    public void absent(String store, String reason) {
        tell("### %s\n\nNOT MEASURED, because %s".formatted(store, reason));
    }

    public void write(Path json, Path markdown) throws IOException {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("facts", facts);
        all.put("pages", pages.stream().map(Figures::toJson).toList());
        all.put("comparisons", comparisons.stream().map(Comparison::toJson).toList());
        all.put("inserts", inserts.stream().map(InsertFigures::toJson).toList());
        write(json, Json.write(all));
        write(markdown, String.join("\n\n", sections) + "\n");
    }

    private List<Figures> of(String store, long events) {
        return pages.stream()
                .filter(one -> one.store().equals(store) && one.events() == events)
                .toList();
    }

    private void tell(String section) {
        sections.add(section);
        System.out.printf("%n%s%n", section);
    }

    static String told(Map<String, Object> facts) {
        return facts.entrySet().stream()
                .map(one -> one.getKey() + ": " + one.getValue())
                .collect(Collectors.joining("; ", "", "."));
    }

    static void write(Path path, String text) throws IOException {
        Files.createDirectories(path.toAbsolutePath().getParent());
        Files.writeString(path, text);
        System.out.printf("%nwritten to %s%n", path);
    }
}
