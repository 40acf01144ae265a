package dev.postern.tenantstore;

import dev.postern.model.Destination;
import dev.postern.model.Event;
import dev.postern.model.Filter;
import dev.postern.model.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Tenants' belongings as tests use them, and how tests wait for a Mono. */
public final class TenantSamples {

    public static final Instant CREATED = Instant.parse("2026-03-01T10:00:00.123Z");

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A webhook with every field filled in. */
    public static Destination webhook(String tenantId, String id) {
        return new Destination(
                id,
                tenantId,
                "webhook",
                Topics.of("order.created", "order.paid"),
                null,
                Map.of("url", "https://example.test/hook?a=1&b=<2>"),
                Map.of("secret", "whsec_abc"),
                Map.of("x-region", "zürich"),
                Map.of("team", "päyments \u2028 \uD83D\uDE00", "", "empty key"),
                CREATED,
                CREATED,
                null);
    }

    /** What was created; an outcome without is a failure. */
    public static Destination created(TenantStore.CreateOutcome outcome) {
        return ((TenantStore.CreateOutcome.Created) outcome).destination();
    }

    public static Destination withTopics(Destination destination, String... topics) {
        return with(destination, Topics.of(topics), destination.filter());
    }

    public static Destination withFilter(Destination destination, @Nullable Filter filter) {
        return with(destination, destination.topics(), filter);
    }

    public static Destination at(Destination destination, Instant createdAt) {
        return new Destination(
                destination.id(),
                destination.tenantId(),
                destination.type(),
                destination.topics(),
                destination.filter(),
                destination.config(),
                destination.credentials(),
                destination.deliveryMetadata(),
                destination.metadata(),
                createdAt,
                createdAt,
                destination.disabledAt());
    }

    /** The destination with only what it must have. */
    public static Destination bare(Destination destination) {
        return new Destination(
                destination.id(),
                destination.tenantId(),
                destination.type(),
                destination.topics(),
                null,
                Map.of(),
                Map.of(),
                null,
                null,
                destination.createdAt(),
                destination.updatedAt(),
                null);
    }

    public static Event event(String tenantId, String topic, String data) {
        return event(tenantId, null, topic, data);
    }

    public static Event event(String tenantId, @Nullable String destinationId, String topic, String data) {
        return new Event(
                "evt_1",
                tenantId,
                destinationId,
                List.of(),
                topic,
                true,
                Instant.parse("2026-03-01T10:00:00.999Z"),
                Map.of("source", "shop"),
                data);
    }

    /** What the Mono gives. */
    public static <T> T get(Mono<T> mono) {
        T value = mono.block(PATIENCE);
        if (value == null) {
            throw new AssertionError("empty (expected: a value)");
        }
        return value;
    }

    /** Whether the Mono gives nothing. */
    public static boolean isEmpty(Mono<?> mono) {
        return get(mono.hasElement().map(present -> !present));
    }

    /** Runs them all at once, as requests of many people do. */
    public static <T> List<T> together(List<Mono<T>> calls) {
        return get(Flux.fromIterable(calls)
                .flatMap(call -> call.subscribeOn(Schedulers.boundedElastic()), Math.max(1, calls.size()))
                .collectList());
    }

    private static Destination with(Destination destination, Topics topics, @Nullable Filter filter) {
        return new Destination(
                destination.id(),
                destination.tenantId(),
                destination.type(),
                topics,
                filter,
                destination.config(),
                destination.credentials(),
                destination.deliveryMetadata(),
                destination.metadata(),
                destination.createdAt(),
                destination.updatedAt(),
                destination.disabledAt());
    }

    private TenantSamples() {}
}
