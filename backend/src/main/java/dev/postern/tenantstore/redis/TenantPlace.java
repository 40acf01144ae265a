package dev.postern.tenantstore.redis;

import dev.postern.model.Cursor;
import dev.postern.model.Tenant;
import dev.postern.redis.RedisConnection;
import java.time.Instant;

/**
 * A tenant's place in the index: creation time in milliseconds and then the id. As text the time has
 * always as many digits, so that the order of the bytes is that of the places.
 */
record TenantPlace(long millis, String id) {

    private static final int DIGITS = 16;
    private static final long MAX = 9_999_999_999_999_999L;

    static TenantPlace of(Instant createdAt, String id) {
        return new TenantPlace(Math.clamp(createdAt.toEpochMilli(), 0, MAX), id);
    }

    static TenantPlace of(Tenant tenant) {
        return of(tenant.createdAt(), tenant.id());
    }

    static TenantPlace of(Cursor cursor) {
        return of(cursor.time(), cursor.id());
    }

    static TenantPlace parse(byte[] member) {
        String text = RedisConnection.text(member);
        return new TenantPlace(Long.parseLong(text.substring(0, DIGITS)), text.substring(DIGITS));
    }

    byte[] member() {
        return RedisConnection.bytes(("%0" + DIGITS + "d").formatted(millis) + id);
    }
}
