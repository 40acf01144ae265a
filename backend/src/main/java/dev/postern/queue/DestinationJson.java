package dev.postern.queue;

import dev.postern.json.Json;
import dev.postern.model.Destination;
import dev.postern.model.Filter;
import dev.postern.model.Topics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The destination inside a log entry. Secrets that other writers put there are left unread. */
final class DestinationJson {

    static Map<String, @Nullable Object> write(Destination destination) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", destination.id());
        json.put("tenant_id", destination.tenantId());
        json.put("type", destination.type());
        json.put("topics", destination.topics().entries());
        Filter filter = destination.filter();
        if (filter != null && !filter.conditions().isEmpty()) {
            json.put("filter", filter.conditions());
        }
        json.put("config", Json.sorted(destination.config()));
        json.put("credentials", null);
        if (destination.metadata() != null) {
            json.put("metadata", Json.sorted(destination.metadata()));
        }
        json.put("created_at", GoTime.write(destination.createdAt()));
        json.put("updated_at", GoTime.write(destination.updatedAt()));
        json.put("disabled_at", destination.disabledAt() == null ? null : GoTime.write(destination.disabledAt()));
        return json;
    }

    static Destination read(Members json) {
        Members filter = json.objectOrNull("filter");
        return new Destination(
                json.text("id"),
                json.text("tenant_id"),
                json.text("type"),
                // "*" alone may come as text instead of a list.
                new Topics(json.is("topics", "*") ? List.of("*") : json.list("topics")),
                filter == null ? null : new Filter(filter.map()),
                json.texts("config"),
                Map.of(),
                null,
                json.objectOrNull("metadata") == null ? null : json.texts("metadata"),
                json.time("created_at"),
                json.time("updated_at"),
                json.textOrNull("disabled_at") == null ? null : json.time("disabled_at"));
    }

    private DestinationJson() {}
}
