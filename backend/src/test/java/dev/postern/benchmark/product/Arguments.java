package dev.postern.benchmark.product;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a benchmark is told: {@code --name value}, each name once. Anything else is an {@link IllegalArgumentException}. */
public final class Arguments {

    private final Map<String, String> values;
    private final String usage;

    private Arguments(Map<String, String> values, String usage) {
        this.values = values;
        this.usage = usage;
    }

    /**
     * Reads them.
     *
     * @param usage what whoever gives a wrong one is told
     */
    public static Arguments parse(String[] given, String usage) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < given.length; i += 2) {
            if (!given[i].startsWith("--") || i + 1 == given.length) {
                throw new IllegalArgumentException("%s: not an option with a value%n%s".formatted(given[i], usage));
            }
            values.put(given[i].substring(2), given[i + 1]);
        }
        return new Arguments(values, usage);
    }

    public String text(String name, String byDefault) {
        String value = values.remove(name);
        return value == null ? byDefault : value;
    }

    public Path path(String name, String byDefault) {
        return Path.of(text(name, byDefault)).toAbsolutePath();
    }

    public @Nullable Path optionalPath(String name) {
        String value = values.remove(name);
        return value == null ? null : Path.of(value).toAbsolutePath();
    }

    public int number(String name, int byDefault, int least, int most) {
        String text = text(name, Integer.toString(byDefault));
        try {
            int number = Integer.parseInt(text.replace("_", ""));
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Falls to the answer that any other value gets.
        }
        throw new IllegalArgumentException("%s: %s (expected: a number, %d..%d)".formatted(name, text, least, most));
    }

    /** Refuses what nobody asked for. */
    public void requireNoMore() {
        if (!values.isEmpty()) {
            throw new IllegalArgumentException("unknown options: %s%n%s".formatted(values.keySet(), usage));
        }
    }
}
