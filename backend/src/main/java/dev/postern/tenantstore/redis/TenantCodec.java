package dev.postern.tenantstore.redis;

import dev.postern.model.Tenant;
import dev.postern.tenantstore.DestinationSummary;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A tenant out of the fields of its hash and its destinations' summaries. */
final class TenantCodec {

    /** The tenant; empty where there is none or it is deleted. */
    static Optional<Tenant> decode(String id, Map<String, byte[]> fields, List<DestinationSummary> summaries) {
        return createdAt(id, fields)
                .map(createdAt -> new Tenant(
                        id,
                        reader(id, fields).optional("metadata", StoredText::parseMap),
                        DestinationSummary.topics(summaries),
                        summaries.size(),
                        createdAt,
                        reader(id, fields).required("updated_at", StoredText::parseTime)));
    }

    /** When the tenant was created; empty where there is none or it is deleted. */
    static Optional<Instant> createdAt(String id, Map<String, byte[]> fields) {
        return fields.isEmpty() || fields.containsKey("deleted_at")
                ? Optional.empty()
                : Optional.of(reader(id, fields).required("created_at", StoredText::parseTime));
    }

    private static FieldReader reader(String id, Map<String, byte[]> fields) {
        return new FieldReader("tenant " + id, fields);
    }

    private TenantCodec() {}
}
