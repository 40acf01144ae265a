package dev.postern.model;

import java.util.ArrayList;
import java.util.List;

/**
 * What a destination subscribes to: topic names, patterns in which {@code *} stands for any run of
 * characters, or {@code *} alone for everything. Comparison is by code unit and case-sensitive; no
 * other character is special. An event without a topic, or with topic {@code *}, belongs to all.
 */
public record Topics(List<String> entries) {

    public static final Topics ALL = new Topics(List.of("*"));

    public Topics {
        entries = Checks.copy(entries);
    }

    public static Topics of(String... entries) {
        return new Topics(List.of(entries));
    }

    public boolean takeAll() {
        return entries.contains("*");
    }

    public boolean take(String topic) {
        return topic.isEmpty()
                || topic.equals("*")
                || entries.stream().anyMatch(pattern -> globMatches(pattern, topic));
    }

    /**
     * Without duplicates and without entries that a sibling pattern covers, in first-seen order; of two
     * that cover each other the first stays.
     */
    public Topics normalized() {
        var kept = new ArrayList<String>();
        for (String entry : entries) {
            if (kept.stream().noneMatch(other -> globMatches(other, entry))) {
                kept.removeIf(other -> globMatches(entry, other));
                kept.add(entry);
            }
        }
        return new Topics(kept);
    }

    /** Linear in time: after a star, only the last star is ever tried again. */
    static boolean globMatches(String pattern, String text) {
        int p = 0;
        int t = 0;
        int star = -1;
        int resume = 0;
        while (t < text.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                resume = t;
            } else if (p < pattern.length() && pattern.charAt(p) == text.charAt(t)) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
