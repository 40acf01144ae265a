package dev.postern.portal.destinations;

import dev.postern.portal.page.Pill;
import java.util.List;

/** How a destination is doing, in a word. */
final class DestinationState {

    private DestinationState() {}

    static Pill of(boolean enabled, int consecutiveFailures) {
        if (!enabled) {
            return new Pill(Pill.Tone.QUIET, "Disabled");
        }
        return consecutiveFailures == 0
                ? new Pill(Pill.Tone.GOOD, "Enabled")
                : new Pill(Pill.Tone.WARN, "Failing · " + consecutiveFailures + " in a row");
    }

    static Pill delivery(String status) {
        return "SUCCESS".equals(status) ? new Pill(Pill.Tone.GOOD, "Delivered") : new Pill(Pill.Tone.BAD, "Failed");
    }

    static String topics(List<String> topics) {
        return topics.contains("*") ? "All topics" : String.join(", ", topics);
    }
}
