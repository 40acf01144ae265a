package dev.postern.portal.deliveries;

import dev.postern.portal.page.Pill;
import org.jspecify.annotations.Nullable;

/** The words for how an attempt went. */
final class Codes {

    private Codes() {}

    static Pill state(String status) {
        return "SUCCESS".equals(status) ? new Pill(Pill.Tone.GOOD, "Delivered") : new Pill(Pill.Tone.BAD, "Failed");
    }

    static String code(@Nullable String code) {
        return code == null || code.isEmpty() ? "–" : code;
    }

    static String latency(@Nullable Integer ms) {
        if (ms == null) {
            return "–";
        }
        return ms < 10_000 ? ms + " ms" : ms / 1000 + " s";
    }
}
