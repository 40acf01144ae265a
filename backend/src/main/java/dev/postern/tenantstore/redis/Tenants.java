package dev.postern.tenantstore.redis;

import static dev.postern.redis.RedisConnection.bytes;
import static dev.postern.redis.RedisConnection.text;

import dev.postern.model.DestinationKey;
import dev.postern.model.Tenant;
import dev.postern.redis.RedisConnection;
import dev.postern.tenantstore.DestinationSummary;
import dev.postern.tenantstore.StoredForm;
import dev.postern.tenantstore.TenantStore.UpsertedTenant;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Changes of tenants, and of their places in the index with them. */
final class Tenants {

    /** How long Outpost keeps what is deleted: 7 days, in seconds. */
    static final byte[] KEPT_SECONDS = bytes("604800");

    private final RedisConnection redis;
    private final TenantKeys keys;
    private final TenantReader reader;
    private final TenantIndex index;
    private final Clock clock;
    private final int maxWriteAttempts;

    Tenants(
            RedisConnection redis,
            TenantKeys keys,
            TenantReader reader,
            TenantIndex index,
            Clock clock,
            int maxWriteAttempts) {
        this.redis = redis;
        this.keys = keys;
        this.reader = reader;
        this.index = index;
        this.clock = clock;
        this.maxWriteAttempts = maxWriteAttempts;
    }

    Mono<UpsertedTenant> upsert(String id, @Nullable Map<String, String> metadata) {
        return Mono.defer(() -> {
            Instant now = StoredForm.time(clock.instant());
            Mono<Void> announced =
                    reader.createdAt(id).flatMap(createdAt -> index.add(TenantPlace.of(createdAt.orElse(now), id)));
            return announced
                    .then(Mono.defer(() -> write(id, metadata, now)))
                    .flatMap(upserted ->
                            index.add(TenantPlace.of(upserted.tenant())).thenReturn(upserted));
        });
    }

    Mono<Boolean> delete(String id) {
        Mono<Boolean> deleted = redis.commands()
                .hkeys(keys.summaries(id))
                .collectList()
                .flatMap(destinationIds -> delete(id, destinationIds))
                .retryWhen(WriteConflict.retry(maxWriteAttempts));
        return reader.createdAt(id)
                .flatMap(createdAt -> createdAt.isEmpty()
                        ? Mono.just(false)
                        : deleted.flatMap(done -> index.remove(TenantPlace.of(createdAt.get(), id))
                                .thenReturn(done)));
    }

    private Mono<UpsertedTenant> write(String id, @Nullable Map<String, String> metadata, Instant now) {
        var args = new ArrayList<>(List.of(bytes(id), bytes(StoredText.time(now))));
        if (metadata != null) {
            args.add(bytes(StoredText.map(metadata)));
        }
        return redis.<List<Object>>run(TenantScripts.UPSERT_TENANT, List.of(keys.tenant(id), keys.summaries(id)), args)
                .single()
                .map(answer -> {
                    boolean created = answer.getFirst().equals(TenantScripts.OK);
                    List<DestinationSummary> summaries = new ArrayList<>();
                    Written.hash(answer.get(2))
                            .forEach((destinationId, summary) ->
                                    summaries.add(SummaryCodec.decode(destinationId, text(summary))));
                    Tenant tenant = TenantCodec.decode(id, Written.hash(answer.get(1)), summaries)
                            .orElseThrow();
                    return new UpsertedTenant(tenant, created);
                });
    }

    private Mono<Boolean> delete(String id, List<String> destinationIds) {
        List<String> touched = new ArrayList<>(List.of(keys.tenant(id), keys.summaries(id)));
        List<byte[]> args = new ArrayList<>(List.of(bytes(StoredText.time(clock.instant())), KEPT_SECONDS));
        for (String destinationId : destinationIds) {
            touched.add(keys.destination(new DestinationKey(id, destinationId)));
            args.add(bytes(destinationId));
        }
        return redis.<Long>run(TenantScripts.DELETE_TENANT, touched, args)
                .single()
                .map(outcome -> {
                    if (outcome == TenantScripts.CHANGED) {
                        throw new WriteConflict("tenant " + id);
                    }
                    return outcome == TenantScripts.OK;
                });
    }
}
