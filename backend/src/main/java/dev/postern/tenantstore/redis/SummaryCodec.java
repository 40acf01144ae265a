package dev.postern.tenantstore.redis;

import dev.postern.json.Json;
import dev.postern.json.JsonException;
import dev.postern.model.Topics;
import dev.postern.tenantstore.DestinationSummary;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A destination's summary as the JSON that the tenant's hash of summaries holds. */
final class SummaryCodec {

    static String encode(DestinationSummary summary) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("id", summary.id());
        members.put("type", summary.type());
        members.put("topics", summary.topics().entries());
        if (summary.filter() != null) {
            members.put("filter", Json.goValue(summary.filter().conditions()));
        }
        members.put("disabled", summary.disabled());
        return Json.writeGo(members);
    }

    /** The summary; where the text is none, one that counts as a destination and matches nothing. */
    static DestinationSummary decode(String id, String text) {
        try {
            var members = Json.parseObject(text);
            return new DestinationSummary(
                    id,
                    members.get("type") instanceof String type ? type : "",
                    StoredText.topics(members.get("topics")),
                    DestinationCodec.filter(members.get("filter")),
                    Boolean.TRUE.equals(members.get("disabled")));
        } catch (JsonException e) {
            return new DestinationSummary(id, "", new Topics(List.of()), null, true);
        }
    }

    private SummaryCodec() {}
}
