package dev.postern.tenantstore.redis;

import static dev.postern.redis.RedisConnection.bytes;

import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.redis.RedisConnection;
import dev.postern.tenantstore.DestinationSummary;
import dev.postern.tenantstore.StoredForm;
import dev.postern.tenantstore.TenantStore.CreateOutcome;
import dev.postern.tenantstore.TenantStore.DeleteOutcome;
import dev.postern.tenantstore.TenantStore.UpdateOutcome;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Destinations in their hashes, with the tenant's hash of summaries always changed along. */
final class Destinations {

    private final RedisConnection redis;
    private final TenantKeys keys;
    private final TenantReader reader;
    private final DestinationCodec codec;
    private final Clock clock;
    private final RedisTenantStoreSettings settings;

    Destinations(
            RedisConnection redis,
            TenantKeys keys,
            TenantReader reader,
            Clock clock,
            RedisTenantStoreSettings settings) {
        this.redis = redis;
        this.keys = keys;
        this.reader = reader;
        this.codec = new DestinationCodec(new SecretCipher(settings.encryptionSecret()));
        this.clock = clock;
        this.settings = settings;
    }

    Mono<CreateOutcome> create(Destination given) {
        Destination destination = StoredForm.of(given);
        return Mono.defer(() -> {
            int limit = settings.maxDestinationsPerTenant();
            List<byte[]> args = new ArrayList<>(
                    List.of(bytes(Integer.toString(limit)), bytes(destination.id()), summary(destination)));
            args.addAll(flat(codec.encode(destination)));
            String tenant = destination.tenantId();
            return redis.<List<Object>>run(
                            TenantScripts.CREATE_DESTINATION,
                            List.of(keys.tenant(tenant), keys.summaries(tenant), keys.destination(destination.key())),
                            args)
                    .single()
                    .map(Written::of)
                    .map(written -> {
                        if (written.outcome() == TenantScripts.ABSENT) {
                            return new CreateOutcome.NoSuchTenant();
                        } else if (written.outcome() == TenantScripts.DUPLICATE) {
                            return new CreateOutcome.DuplicateId();
                        } else if (written.outcome() == TenantScripts.LIMIT) {
                            return new CreateOutcome.LimitReached(limit);
                        }
                        return new CreateOutcome.Created(destination, written.with(DestinationSummary.of(destination)));
                    });
        });
    }

    Mono<UpdateOutcome> update(DestinationKey key, UnaryOperator<Destination> change) {
        return reader.hash(keys.destination(key))
                .flatMap(stored -> codec.decode(key, stored)
                        .map(before -> write(stored, before, StoredForm.of(before, change.apply(before))))
                        .orElseGet(() -> Mono.just(new UpdateOutcome.NoSuchDestination())))
                .retryWhen(WriteConflict.retry(settings.maxWriteAttempts()));
    }

    Mono<DeleteOutcome> delete(DestinationKey key) {
        return Mono.defer(() -> redis.<List<Object>>run(
                        TenantScripts.DELETE_DESTINATION,
                        List.of(keys.destination(key), keys.summaries(key.tenantId())),
                        List.of(bytes(key.id()), bytes(StoredText.time(clock.instant())), Tenants.KEPT_SECONDS))
                .single()
                .map(Written::of)
                .<DeleteOutcome>map(written -> written.outcome() == TenantScripts.OK
                        ? new DeleteOutcome.Deleted(written.without(key.id()))
                        : new DeleteOutcome.NoSuchDestination()));
    }

    Mono<Optional<Destination>> read(DestinationKey key) {
        return reader.hash(keys.destination(key)).map(fields -> codec.decode(key, fields));
    }

    /** Those of the keys that exist, in the order given. */
    Flux<Destination> read(Collection<DestinationKey> all) {
        return reader.each(all, this::read).concatMap(Mono::justOrEmpty);
    }

    Mono<List<Destination>> list(String tenantId) {
        return redis.commands()
                .hkeys(keys.summaries(tenantId))
                .map(id -> new DestinationKey(tenantId, id))
                .collectList()
                .flatMapMany(this::read)
                .sort(StoredForm.ORDER)
                .collectList();
    }

    private Mono<UpdateOutcome> write(Map<String, byte[]> stored, Destination before, Destination after) {
        DestinationCodec.Changes changes = codec.changes(before, after);
        List<byte[]> args = new ArrayList<>(List.of(bytes(after.id()), summary(after)));
        addList(args, flat(stored));
        addList(args, flat(changes.set()));
        addList(args, changes.remove().stream().map(RedisConnection::bytes).toList());
        return redis.<List<Object>>run(
                        TenantScripts.UPDATE_DESTINATION,
                        List.of(keys.destination(after.key()), keys.summaries(after.tenantId())),
                        args)
                .single()
                .map(Written::of)
                .map(written -> {
                    if (written.outcome() == TenantScripts.CHANGED) {
                        throw new WriteConflict("destination " + after.tenantId() + "/" + after.id());
                    }
                    return new UpdateOutcome.Updated(before, after, written.with(DestinationSummary.of(after)));
                });
    }

    private static byte[] summary(Destination destination) {
        return bytes(SummaryCodec.encode(DestinationSummary.of(destination)));
    }

    private static void addList(List<byte[]> args, List<byte[]> list) {
        args.add(bytes(Integer.toString(list.size())));
        args.addAll(list);
    }

    private static List<byte[]> flat(Map<String, byte[]> fields) {
        List<byte[]> flat = new ArrayList<>(fields.size() * 2);
        fields.forEach((name, value) -> {
            flat.add(bytes(name));
            flat.add(value);
        });
        return flat;
    }
}
