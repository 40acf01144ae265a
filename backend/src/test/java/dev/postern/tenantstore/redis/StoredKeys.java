package dev.postern.tenantstore.redis;

import static dev.postern.tenantstore.TenantSamples.get;

import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisSettings;
import dev.postern.servers.TestRedis;
import io.lettuce.core.KeyValue;
import io.lettuce.core.ScoredValue;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The keys of one test as they lie in Redis, read and written as another system would. Text is Latin-1, byte for byte. */
final class StoredKeys implements AutoCloseable {

    static final String SECRET = "encryptionsecret";

    private final RedisConnection redis;
    private final String prefix;

    StoredKeys() {
        this(TestRedis.settings());
    }

    StoredKeys(RedisSettings settings) {
        redis = new RedisConnection(settings);
        prefix = redis.key("");
    }

    RedisTenantStore store(Clock clock, int maxDestinationsPerTenant) {
        return new RedisTenantStore(
                redis,
                clock,
                RedisTenantStoreSettings.withSecret(SECRET).withMaxDestinationsPerTenant(maxDestinationsPerTenant));
    }

    RedisTenantStore store(Clock clock, RedisTenantStoreSettings settings) {
        return new RedisTenantStore(redis, clock, settings);
    }

    /** The names of all keys, without the test's prefix. */
    List<String> names() {
        return get(redis.commands()
                .keys(prefix + "*")
                .map(name -> name.substring(prefix.length()))
                .sort()
                .collectList());
    }

    Map<String, String> hash(String name) {
        return get(redis.commands()
                .hgetall(prefix + name)
                .collectMap(KeyValue::getKey, entry -> latin1(entry.getValue()), TreeMap::new));
    }

    byte[] field(String name, String field) {
        return get(redis.commands().hget(prefix + name, field));
    }

    /** Seconds; -1 for ever. */
    long secondsToLive(String name) {
        return get(redis.commands().ttl(prefix + name));
    }

    List<String> places() {
        return get(redis.commands()
                .zrange(prefix + "postern:tenants", 0, -1)
                .map(StoredKeys::latin1)
                .collectList());
    }

    /** Sets fields given as name and value in turn. */
    void write(String name, String... namesAndValues) {
        var fields = new LinkedHashMap<String, byte[]>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put(namesAndValues[i], namesAndValues[i + 1].getBytes(StandardCharsets.UTF_8));
        }
        get(redis.commands().hset(prefix + name, fields));
    }

    void write(String name, String field, byte[] value) {
        get(redis.commands().hset(prefix + name, field, value));
    }

    void delete(String name) {
        get(redis.commands().del(prefix + name));
    }

    void addPlace(String member) {
        get(redis.commands().zadd(prefix + "postern:tenants", 0, member.getBytes(StandardCharsets.UTF_8)));
    }

    void addPlaces(Stream<String> members) {
        @SuppressWarnings({"unchecked", "rawtypes"})
        ScoredValue<byte[]>[] places = members.map(
                        member -> ScoredValue.just(0, member.getBytes(StandardCharsets.UTF_8)))
                .toArray(ScoredValue[]::new);
        get(redis.commands().zadd(prefix + "postern:tenants", places));
    }

    @Override
    public void close() {
        redis.close();
    }

    private static String latin1(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
