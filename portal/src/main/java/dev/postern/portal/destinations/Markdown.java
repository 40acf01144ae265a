package dev.postern.portal.destinations;

import java.util.ArrayList;
import java.util.List;

/**
 * A block of a destination type's instructions. Only what such instructions use is told apart; all text stays text.
 *
 * @param kind {@code heading}, {@code item}, {@code code} or {@code text}
 */
record Markdown(String kind, String text) {

    private static final String FENCE = "```";

    static List<Markdown> blocks(String source) {
        List<Markdown> blocks = new ArrayList<>();
        StringBuilder open = new StringBuilder();
        boolean code = false;
        for (String line : source.lines().toList()) {
            if (line.startsWith(FENCE)) {
                close(blocks, open, code ? "code" : "text");
                code = !code;
            } else if (code) {
                open.append(line).append('\n');
            } else if (line.startsWith("#")) {
                close(blocks, open, "text");
                blocks.add(new Markdown("heading", plain(line.replaceFirst("^#+\\s*", ""))));
            } else if (line.matches("\\s*([-*]|\\d+\\.)\\s+.*")) {
                close(blocks, open, "text");
                blocks.add(new Markdown("item", plain(line.replaceFirst("^\\s*([-*]|\\d+\\.)\\s+", ""))));
            } else if (line.isBlank()) {
                close(blocks, open, "text");
            } else {
                open.append(plain(line)).append(' ');
            }
        }
        close(blocks, open, code ? "code" : "text");
        return blocks;
    }

    private static void close(List<Markdown> blocks, StringBuilder open, String kind) {
        if (!open.isEmpty()) {
            blocks.add(new Markdown(kind, open.toString().strip()));
            open.setLength(0);
        }
    }

    private static String plain(String line) {
        return line.replace("**", "").replace("`", "").replaceAll("\\[([^]]+)]\\(([^)]+)\\)", "$1 ($2)");
    }
}
