package dev.postern.benchmark;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many entries a second were stored.
 *
 * @param way of whom, or how
 * @param ratio to the fastest way there is
 */
record InsertFigures(String store, String way, double perSecond, double ratio) {

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("store", store);
        json.put("way", way);
        json.put("entriesPerSecond", Math.round(perSecond));
        json.put("ratio", Figures.rounded(ratio));
        return json;
    }

    String line() {
        return "%-46s %,12.0f entries/s %9.2f".formatted(way, perSecond, ratio);
    }
}
