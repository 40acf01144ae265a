package dev.postern.api.delivery;

import dev.postern.api.error.RefusedException;
import dev.postern.api.error.UserError;
import dev.postern.api.error.UserError.Code;
import dev.postern.api.input.Faults;
import dev.postern.api.input.Input;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.delivery.ManualRetry;
import dev.postern.delivery.ManualRetryResult;
import dev.postern.logstore.DeliveryReader;
import graphql.schema.DataFetchingEnvironment;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.MutationMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Mono;

/** Retries that a person asks for. */
@Controller
final class RetryController {

    private final ManualRetry retries;
    private final DeliveryReader deliveries;

    RetryController(ManualRetry retries, DeliveryReader deliveries) {
        this.retries = retries;
        this.deliveries = deliveries;
    }

    @MutationMapping
    Mono<RetryPayload> retryDelivery(DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        Input input = Input.of(environment);
        String id = String.valueOf(input.text("id"));
        String tenantId = input.text("tenantId");
        return check(new Faults().id("id", id).id("tenantId", tenantId))
                .then(Mono.defer(() -> scope.hides(tenantId)
                        ? Mono.empty()
                        : deliveries.retrieveDelivery(scope.tenantOrAny(tenantId), id)))
                .switchIfEmpty(
                        Mono.error(() -> new RefusedException(Code.NOT_FOUND, "No such delivery", "input", "id")))
                .flatMap(delivery -> retries.retry(delivery.tenantId(), delivery.eventId(), delivery.destinationId()))
                .map(result -> payload(result, "id", "id"))
                .onErrorResume(RefusedException.class, e -> Mono.just(new RetryPayload(null, null, e.errors())));
    }

    @MutationMapping
    Mono<RetryPayload> retryEvent(DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        Input input = Input.of(environment);
        String eventId = String.valueOf(input.text("eventId"));
        String destinationId = String.valueOf(input.text("destinationId"));
        String tenantId = input.text("tenantId");
        return check(new Faults()
                        .id("eventId", eventId)
                        .id("destinationId", destinationId)
                        .id("tenantId", tenantId))
                .then(Mono.defer(() -> scope.hides(tenantId)
                        ? Mono.just(new ManualRetryResult.NoSuchEvent())
                        : retries.retry(scope.tenantOrAny(tenantId), eventId, destinationId)))
                .map(result -> payload(result, "eventId", "destinationId"))
                .onErrorResume(RefusedException.class, e -> Mono.just(new RetryPayload(null, null, e.errors())));
    }

    private static Mono<Void> check(Faults faults) {
        return Mono.fromRunnable(faults::refuse);
    }

    private static RetryPayload payload(ManualRetryResult result, String eventField, String destinationField) {
        return switch (result) {
            case ManualRetryResult.Queued queued ->
                new RetryPayload(queued.eventId(), queued.destinationId(), List.of());
            case ManualRetryResult.NoSuchEvent none -> refused(Code.NOT_FOUND, "No such event", eventField);
            case ManualRetryResult.NoSuchDestination none ->
                refused(Code.NOT_FOUND, "The destination does not exist", destinationField);
            case ManualRetryResult.DestinationDisabled disabled ->
                refused(Code.DESTINATION_DISABLED, "The destination is disabled: enable it first", destinationField);
            case ManualRetryResult.TopicMismatch mismatch ->
                refused(Code.TOPIC_MISMATCH, "The destination no longer takes such events", destinationField);
        };
    }

    private static RetryPayload refused(Code code, String message, String field) {
        return new RetryPayload(null, null, List.of(UserError.of(code, message, "input", field)));
    }

    /** The schema's type. */
    record RetryPayload(@Nullable String eventId, @Nullable String destinationId, List<UserError> userErrors) {}
}
