package dev.postern.tenantstore.redis;

import static dev.postern.redis.RedisConnection.text;

import dev.postern.tenantstore.DestinationSummary;
import dev.postern.tenantstore.Subscriptions;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a script answers that writes a destination.
 *
 * @param outcome one of {@link TenantScripts}' numbers
 * @param before the tenant's summaries as they were before, by destination; none where nothing was written
 */
record Written(long outcome, Map<String, DestinationSummary> before) {

    static Written of(List<Object> answer) {
        var before = new HashMap<String, DestinationSummary>();
        if (answer.size() > 1) {
            hash(answer.get(1)).forEach((id, summary) -> before.put(id, SummaryCodec.decode(id, text(summary))));
        }
        return new Written((Long) answer.getFirst(), Map.copyOf(before));
    }

    /** Once this summary is there. */
    Subscriptions.Change with(DestinationSummary summary) {
        var after = new HashMap<>(before);
        after.put(summary.id(), summary);
        return changeTo(after);
    }

    /** Once the destination's is gone. */
    Subscriptions.Change without(String destinationId) {
        var after = new HashMap<>(before);
        after.remove(destinationId);
        return changeTo(after);
    }

    /** A hash as scripts answer it: names and values in turn. */
    static Map<String, byte[]> hash(Object flat) {
        var map = new LinkedHashMap<String, byte[]>();
        var elements = (List<?>) flat;
        for (int i = 0; i < elements.size(); i += 2) {
            map.put(text((byte[]) elements.get(i)), (byte[]) elements.get(i + 1));
        }
        return map;
    }

    private Subscriptions.Change changeTo(Map<String, DestinationSummary> after) {
        return new Subscriptions.Change(Subscriptions.of(before.values()), Subscriptions.of(after.values()));
    }
}
