package dev.postern.tenantstore.redis;

import dev.postern.model.DestinationKey;
import dev.postern.redis.RedisConnection;
import java.util.Optional;

/** The names of keys. The braces put all of one tenant's keys into one cluster slot. */
final class TenantKeys {

    private static final String START = "tenant:{";
    private static final String END = "}:tenant";

    private final RedisConnection connection;

    TenantKeys(RedisConnection connection) {
        this.connection = connection;
    }

    String tenant(String id) {
        return connection.key(START + id + END);
    }

    /** The hash of the tenant's destinations' summaries. */
    String summaries(String tenantId) {
        return connection.key(START + tenantId + "}:destinations");
    }

    String destination(DestinationKey key) {
        return connection.key(START + key.tenantId() + "}:destination:" + key.id());
    }

    /** What every tenant's key looks like, as a pattern; prefix and braces are no special characters in it. */
    String tenantPattern() {
        return tenant("*");
    }

    /** Whose key it is, where it is a tenant's. */
    Optional<String> tenantId(String key) {
        String id = key.substring(connection.key(START).length(), key.length() - END.length());
        return id.isEmpty() || id.indexOf('}') >= 0 ? Optional.empty() : Optional.of(id);
    }

    /** Ours beside Outpost's: the ids of all tenants in order. */
    String index() {
        return connection.key("postern:tenants");
    }

    /** Exists once the index holds the tenants that were there before it. */
    String indexBuilt() {
        return connection.key("postern:tenants:built");
    }
}
