package dev.postern.benchmark.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table in Markdown, in columns of equal width, so that a console shows it as well. */
record Table(List<String> head, List<List<String>> rows) {

    Table {
        head = List.copyOf(head);
        rows = List.copyOf(rows);
    }

    @Override
    public String toString() {
        List<Integer> widths = IntStream.range(0, head.size())
                .mapToObj(i -> Stream.concat(Stream.of(head), rows.stream())
                        .mapToInt(row -> row.get(i).length())
                        .max()
                        .orElse(0))
                .toList();
        String rule = IntStream.range(0, head.size())
                .mapToObj(i -> "-".repeat(widths.get(i) + 1) + (i == 0 ? "-" : ":"))
                .collect(Collectors.joining("|", "|", "|"));
        return Stream.concat(Stream.of(line(head, widths), rule), rows.stream().map(row -> line(row, widths)))
                .collect(Collectors.joining("\n"));
    }

    /** What a row is of stands on the left, numbers on the right. */
    private static String line(List<String> cells, List<Integer> widths) {
        return IntStream.range(0, cells.size())
                .mapToObj(i -> {
                    String pad = " ".repeat(widths.get(i) - cells.get(i).length());
                    return i == 0 ? cells.get(i) + pad : pad + cells.get(i);
                })
                .collect(Collectors.joining(" | ", "| ", " |"));
    }
}
