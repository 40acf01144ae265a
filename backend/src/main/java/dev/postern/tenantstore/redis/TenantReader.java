package dev.postern.tenantstore.redis;

import static dev.postern.redis.RedisConnection.text;

import dev.postern.model.Tenant;
import dev.postern.redis.RedisConnection;
import dev.postern.tenantstore.DestinationSummary;
import io.lettuce.core.KeyValue;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Reads tenants; several at once are one round trip. */
final class TenantReader {

    private final RedisConnection redis;
    private final TenantKeys keys;
    private final int maxInFlight;

    TenantReader(RedisConnection redis, TenantKeys keys, int maxInFlight) {
        this.redis = redis;
        this.keys = keys;
        this.maxInFlight = maxInFlight;
    }

    Mono<Optional<Tenant>> read(String id) {
        return Mono.zip(
                hash(keys.tenant(id)), summaries(id), (fields, summaries) -> TenantCodec.decode(id, fields, summaries));
    }

    /** Those of the ids that exist, in the order given. */
    Flux<Tenant> read(Collection<String> ids) {
        return each(ids, this::read).concatMap(Mono::justOrEmpty);
    }

    /** When the tenant was created, without the rest of it; empty where there is none or it is deleted. */
    Mono<Optional<Instant>> createdAt(String id) {
        return redis.commands()
                .hmget(keys.tenant(id), "created_at", "deleted_at")
                .filter(KeyValue::hasValue)
                .collectMap(KeyValue::getKey, KeyValue::getValue)
                .map(fields -> TenantCodec.createdAt(id, fields));
    }

    Mono<List<DestinationSummary>> summaries(String tenantId) {
        return redis.commands()
                .hgetall(keys.summaries(tenantId))
                .map(entry -> SummaryCodec.decode(entry.getKey(), text(entry.getValue())))
                .collectList();
    }

    Mono<Map<String, byte[]>> hash(String key) {
        return redis.commands().hgetall(key).collectMap(KeyValue::getKey, KeyValue::getValue);
    }

    /** The reads of all, sent at once and answered in order. */
    <K, V> Flux<V> each(Collection<K> all, Function<K, Mono<V>> read) {
        return Flux.fromIterable(all).flatMapSequential(read, maxInFlight);
    }
}
