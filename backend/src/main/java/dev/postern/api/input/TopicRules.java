package dev.postern.api.input;

import dev.postern.api.error.UserError.Code;
import dev.postern.model.Topics;
import java.util.List;

/** Which topics a destination may subscribe to. */
public final class TopicRules {

    private static final int MAX_TOPICS = 100;
    private static final int MAX_LENGTH = 256;

    private final List<String> known;
    private final boolean wildcards;

    /**
     * @param known what the installation publishes; empty for anything
     * @param wildcards whether patterns are taken
     */
    public TopicRules(List<String> known, boolean wildcards) {
        this.known = List.copyOf(known);
        this.wildcards = wildcards;
    }

    /** Adds what is wrong with the entries to the faults. */
    void check(List<String> entries, Faults faults) {
        if (entries.isEmpty() || entries.size() > MAX_TOPICS) {
            faults.add(Code.INVALID, "%d topics (expected: 1 to %d)".formatted(entries.size(), MAX_TOPICS), "topics");
            return;
        }
        if (entries.equals(List.of("*"))) {
            return;
        }
        for (int i = 0; i < entries.size(); i++) {
            String fault = fault(entries.get(i));
            if (!fault.isEmpty()) {
                faults.add(Code.INVALID, fault, "topics", Integer.toString(i));
            }
        }
    }

    private String fault(String entry) {
        if (entry.isEmpty() || entry.length() > MAX_LENGTH) {
            return "%d characters (expected: 1 to %d)".formatted(entry.length(), MAX_LENGTH);
        }
        // Stored topics are joined by commas.
        if (entry.indexOf(',') >= 0 || entry.codePoints().anyMatch(Character::isISOControl)) {
            return "has a comma or control character (expected: neither)";
        }
        if (entry.equals("*") && !known.isEmpty()) {
            return "* beside other topics (expected: * alone)";
        }
        if (entry.contains("*")) {
            return pattern(entry);
        }
        return known.isEmpty() || known.contains(entry)
                ? ""
                : "unknown topic '%s' (expected: one of %s)".formatted(entry, String.join(", ", known));
    }

    private String pattern(String entry) {
        if (!wildcards) {
            return "a pattern '%s' (expected: whole topics, as this installation takes no patterns)".formatted(entry);
        }
        Topics pattern = Topics.of(entry);
        return known.isEmpty() || known.stream().anyMatch(pattern::take)
                ? ""
                : "pattern '%s' matches none of the topics (%s)".formatted(entry, String.join(", ", known));
    }
}
