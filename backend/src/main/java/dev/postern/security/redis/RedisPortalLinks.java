package dev.postern.security.redis;

import dev.postern.json.Json;
import dev.postern.redis.RedisConnection;
import dev.postern.security.LinkCodes;
import dev.postern.security.PortalLinks;
import io.lettuce.core.SetArgs;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One-time links under {@code postern:portal_link:<SHA-256 of the code>}, which Redis forgets when they
 * lapse. A value is {@code {"tenant_id": …, "expires_at": <ms>}}.
 */
public final class RedisPortalLinks implements PortalLinks {

    private final RedisConnection redis;
    private final Clock clock;

    public RedisPortalLinks(RedisConnection redis, Clock clock) {
        this.redis = redis;
        this.clock = clock;
    }

    @Override
    public Mono<PortalLink> issue(String tenantId) {
        return Mono.defer(() -> {
            Instant expiresAt = clock.instant().plus(LIFETIME).truncatedTo(ChronoUnit.MILLIS);
            var link = new PortalLink(LinkCodes.fresh(), expiresAt);
            Map<String, @Nullable Object> pass = new LinkedHashMap<>();
            pass.put("tenant_id", tenantId);
            pass.put("expires_at", expiresAt.toEpochMilli());
            return redis.commands()
                    .set(
                            key(link.code()),
                            RedisConnection.bytes(Json.write(pass)),
                            SetArgs.Builder.px(LIFETIME.toMillis()))
                    .thenReturn(link);
        });
    }

    @Override
    public Mono<PortalPass> redeem(String code) {
        return Mono.defer(() -> redis.commands().getdel(key(code)))
                .map(RedisPortalLinks::pass)
                .filter(pass -> clock.instant().isBefore(pass.expiresAt()));
    }

    private String key(String code) {
        return redis.key("postern:portal_link:" + LinkCodes.digest(code));
    }

    private static PortalPass pass(byte[] value) {
        Map<String, @Nullable Object> members = Json.parseObject(RedisConnection.text(value));
        if (members.get("tenant_id") instanceof String tenantId
                && members.get("expires_at") instanceof Long expiresAt) {
            return new PortalPass(tenantId, Instant.ofEpochMilli(expiresAt));
        }
        throw new IllegalStateException("portal link: " + members.keySet() + " (expected: tenant_id and expires_at)");
    }
}
