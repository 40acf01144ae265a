package dev.postern.benchmark.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How many entries a second were stored.
 *
 * @param way of whom, or how
 * @param ofRaw the share of what the driver alone stores in the same time, its rows written in that time as well
 * @param ofPrepared the share of what it stores when they were written beforehand
 */
public record InsertFigures(String store, String way, double perSecond, double ofRaw, double ofPrepared) {

    static final List<String> HEAD = List.of("", "entries/s", "of raw", "of raw, prepared");

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("store", store);
        json.put("way", way);
        json.put("entriesPerSecond", Math.round(perSecond));
        json.put("ofRaw", Figures.rounded(ofRaw));
        json.put("ofPrepared", Figures.rounded(ofPrepared));
        return json;
    }

    List<String> cells() {
        return List.of(
                way,
                String.format(Locale.ROOT, "%,.0f", perSecond),
                String.format(Locale.ROOT, "%.2f", ofRaw),
                String.format(Locale.ROOT, "%.2f", ofPrepared));
    }
}
