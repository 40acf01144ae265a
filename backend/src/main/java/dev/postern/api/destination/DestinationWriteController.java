package dev.postern.api.destination;

import dev.postern.alert.FailureCounter;
import dev.postern.alert.OperatorEvents;
import dev.postern.api.error.RefusedException;
import dev.postern.api.error.UserError;
import dev.postern.api.error.UserError.Code;
import dev.postern.api.input.DestinationInput;
import dev.postern.api.input.Input;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.model.IdGenerator;
import dev.postern.provider.DestinationProvider;
import dev.postern.provider.ProviderRegistry;
import dev.postern.tenantstore.Subscriptions;
import dev.postern.tenantstore.TenantStore;
import dev.postern.tenantstore.TenantStore.CreateOutcome;
import dev.postern.tenantstore.TenantStore.DeleteOutcome;
import dev.postern.tenantstore.TenantStore.UpdateOutcome;
import graphql.schema.DataFetchingEnvironment;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.MutationMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Mono;

/** Makes, changes and deletes destinations. */
@Controller
final class DestinationWriteController {

    private static final Duration STANDARD_OVERLAP = Duration.ofHours(24);
    private static final Duration MAX_OVERLAP = Duration.ofDays(7);

    private final TenantStore store;
    private final ProviderRegistry providers;
    private final FailureCounter failures;
    private final OperatorEvents events;
    private final DestinationInput destinations;
    private final CredentialRules credentials;
    private final IdGenerator ids;
    private final Clock clock;

    DestinationWriteController(
            TenantStore store,
            ProviderRegistry providers,
            FailureCounter failures,
            OperatorEvents events,
            DestinationInput destinations,
            IdGenerator ids,
            Clock clock) {
        this.store = store;
        this.providers = providers;
        this.failures = failures;
        this.events = events;
        this.destinations = destinations;
        this.credentials = new CredentialRules(providers);
        this.ids = ids;
        this.clock = clock;
    }

    @MutationMapping
    Mono<CreateDestinationPayload> createDestination(
            DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        Input input = Input.of(environment);
        return Mono.defer(() -> {
                    String tenantId = DestinationRefs.tenant(input, scope);
                    credentials.refuseSecrets(String.valueOf(input.text("type")), input, scope);
                    String id = input.text("id");
                    return store.createDestination(
                            destinations.create(input, tenantId, id == null ? ids.newDestinationId() : id, now()));
                })
                .flatMap(outcome -> outcome instanceof CreateOutcome.Created created
                        ? told(created.destination().key(), created.subscriptions(), outcome)
                        : Mono.just(outcome))
                .map(DestinationWriteController::payload)
                .onErrorResume(RefusedException.class, e -> Mono.just(new CreateDestinationPayload(null, e.errors())));
    }

    @MutationMapping
    Mono<UpdateDestinationPayload> updateDestination(
            DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        Input input = Input.of(environment);
        Instant now = now();
        return change(input, scope, stored -> {
            Object patch = credentials.withoutHints(stored, input);
            credentials.refuseSecrets(stored.type(), patch, scope);
            return destinations.update(stored, input, patch, now);
        });
    }

    /** Its failures are forgotten first: else the next one could disable it again. */
    @MutationMapping
    Mono<UpdateDestinationPayload> enableDestination(
            DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        Input input = Input.of(environment);
        return forgetFailures(input, scope).then(change(input, scope, stored -> stored.withDisabledAt(null)));
    }

    /** Disabling what is disabled leaves it disabled since when it was. */
    @MutationMapping
    Mono<UpdateDestinationPayload> disableDestination(
            DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        Instant now = now();
        return change(Input.of(environment), scope, stored -> stored.enabled() ? stored.withDisabledAt(now) : stored);
    }

    @MutationMapping
    Mono<UpdateDestinationPayload> rotateDestinationSecret(
            DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        Input input = Input.of(environment);
        Instant now = now();
        return change(input, scope, stored -> {
            Duration overlap = input.duration("overlap", STANDARD_OVERLAP, Duration.ZERO, MAX_OVERLAP);
            return provider(stored)
                    .rotateSecret(stored, overlap)
                    .map(rotated -> rotated.withUpdatedAt(now))
                    .orElseThrow(() -> new RefusedException(
                            Code.INVALID, "Destinations of this type have no secret of ours", "input", "id"));
        });
    }

    /** The failures of one that is made anew under its id are not this one's. */
    @MutationMapping
    Mono<DeleteDestinationPayload> deleteDestination(
            DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        Input input = Input.of(environment);
        return forgetFailures(input, scope)
                .then(Mono.fromSupplier(() -> DestinationRefs.key(input, scope)))
                .flatMap(key -> store.deleteDestination(key).flatMap(outcome -> switch (outcome) {
                    case DeleteOutcome.Deleted deleted ->
                        told(key, deleted.subscriptions(), new DeleteDestinationPayload(key.id(), List.of()));
                    case DeleteOutcome.NoSuchDestination none -> throw DestinationRefs.absent();
                }))
                .onErrorResume(RefusedException.class, e -> Mono.just(new DeleteDestinationPayload(null, e.errors())));
    }

    /** Of nobody where the reference is none of the viewer's, which the change itself then says. */
    private Mono<Void> forgetFailures(Input input, ViewerScope scope) {
        return Mono.fromSupplier(() -> DestinationRefs.key(input, scope))
                .onErrorResume(RefusedException.class, e -> Mono.empty())
                .flatMap(failures::reset);
    }

    private Mono<UpdateDestinationPayload> change(
            Input input, ViewerScope scope, UnaryOperator<Destination> operation) {
        return Mono.fromSupplier(() -> DestinationRefs.key(input, scope))
                .flatMap(key -> store.updateDestination(key, operation))
                .flatMap(outcome -> switch (outcome) {
                    case UpdateOutcome.Updated updated ->
                        told(
                                updated.after().key(),
                                updated.subscriptions(),
                                new UpdateDestinationPayload(updated.after(), List.of()));
                    case UpdateOutcome.NoSuchDestination none -> throw DestinationRefs.absent();
                })
                .onErrorResume(RefusedException.class, e -> Mono.just(new UpdateDestinationPayload(null, e.errors())));
    }

    /** Gives the answer once operators are told of the change, or soon will be. */
    private <T> Mono<T> told(DestinationKey destination, Subscriptions.Change change, T answer) {
        return Mono.defer(() -> events.tellSubscription(destination, change, clock.instant()))
                .thenReturn(answer);
    }

    private DestinationProvider provider(Destination destination) {
        return providers
                .find(destination.type())
                .orElseThrow(() -> new RefusedException(
                        Code.INVALID, "This installation does not know the destination's type", "input", "id"));
    }

    private static CreateDestinationPayload payload(CreateOutcome outcome) {
        return switch (outcome) {
            case CreateOutcome.Created created -> new CreateDestinationPayload(created.destination(), List.of());
            case CreateOutcome.DuplicateId duplicate ->
                throw new RefusedException(Code.CONFLICT, "A destination has this id already", "input", "id");
            case CreateOutcome.LimitReached reached ->
                throw new RefusedException(
                        Code.LIMIT_REACHED,
                        "The tenant has as many destinations as it may (%d)".formatted(reached.limit()));
            case CreateOutcome.NoSuchTenant none -> throw DestinationRefs.noTenant();
        };
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** The schema's type. */
    record CreateDestinationPayload(@Nullable Destination destination, List<UserError> userErrors) {}

    /** The schema's type. */
    record UpdateDestinationPayload(@Nullable Destination destination, List<UserError> userErrors) {}

    /** The schema's type. */
    record DeleteDestinationPayload(@Nullable String deletedDestinationId, List<UserError> userErrors) {}
}
