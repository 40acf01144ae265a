package dev.postern.api.event;

import dev.postern.api.error.ApiException;
import dev.postern.api.error.ErrorTable;
import dev.postern.api.error.RefusedException;
import dev.postern.api.error.UserError;
import dev.postern.api.error.UserError.Code;
import dev.postern.api.input.EventInput;
import dev.postern.api.settings.ApiSettings;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.model.Event;
import dev.postern.publish.EventPublisher;
import dev.postern.publish.PublishResult;
import graphql.schema.DataFetchingEnvironment;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.MutationMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Publishes events, which operators alone may do. */
@Controller
final class PublishController {

    private static final int MAX_EVENTS = 1_000;

    private final EventPublisher publisher;
    private final EventInput events;
    private final ErrorTable errors;
    private final int concurrency;

    PublishController(EventPublisher publisher, EventInput events, ErrorTable errors, ApiSettings settings) {
        this.publisher = publisher;
        this.events = events;
        this.errors = errors;
        this.concurrency = settings.publishConcurrency();
    }

    @MutationMapping
    Mono<PublishEventPayload> publishEvent(DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        scope.requireOperator();
        return publish(requireInput(environment.getArgument("input")), List.of());
    }

    /** Each on its own: one that is refused, or can't be queued now, says so in its own payload. */
    @MutationMapping
    Mono<List<PublishEventPayload>> publishEvents(
            DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        scope.requireOperator();
        List<Map<String, @Nullable Object>> inputs = requireInput(environment.getArgument("input"));
        if (inputs.size() > MAX_EVENTS) {
            throw ApiException.badInput(
                    "input", "%d events (expected: at most %d)".formatted(inputs.size(), MAX_EVENTS));
        }
        return Flux.range(0, inputs.size())
                .flatMapSequential(
                        i -> publish(inputs.get(i), List.of(Integer.toString(i)))
                                .onErrorResume(errors::unavailable, e -> Mono.just(unavailable(i))),
                        concurrency)
                .collectList();
    }

    private Mono<PublishEventPayload> publish(Map<String, @Nullable Object> input, List<String> place) {
        return Mono.fromSupplier(() -> events.event(input))
                .flatMap(publisher::publish)
                .map(PublishController::payload)
                .onErrorResume(RefusedException.class, e -> Mono.just(PublishEventPayload.refused(e.errors())))
                .map(payload -> payload.at(place));
    }

    private static PublishEventPayload payload(PublishResult result) {
        return switch (result) {
            case PublishResult.Accepted accepted -> published(accepted.event(), false);
            case PublishResult.Duplicate duplicate -> published(duplicate.event(), true);
            case PublishResult.NoMatch none -> published(none.event(), false);
            case PublishResult.InProgress rival ->
                PublishEventPayload.refused(List.of(UserError.of(
                        Code.CONFLICT, "An event of this id is being published at this moment", "input", "id")));
            case PublishResult.UnknownTopic unknown
            when unknown.topic().isEmpty() ->
                PublishEventPayload.refused(List.of(
                        UserError.of(Code.REQUIRED, "missing (expected: one of the topics)", "input", "topic")));
            case PublishResult.UnknownTopic unknown ->
                PublishEventPayload.refused(List.of(UserError.of(
                        Code.INVALID,
                        "unknown topic '%s' (expected: one of the topics)".formatted(unknown.topic()),
                        "input",
                        "topic")));
        };
    }

    private static PublishEventPayload published(Event event, boolean duplicate) {
        return new PublishEventPayload(event.id(), duplicate, event.matchedDestinationIds(), List.of());
    }

    private static PublishEventPayload unavailable(int place) {
        return PublishEventPayload.refused(List.of(UserError.of(
                Code.UNAVAILABLE, "Could not be queued now; publish it again", "input", Integer.toString(place))));
    }

    private static <T> T requireInput(@Nullable T input) {
        return Objects.requireNonNull(input, "input");
    }

    /** The schema's type. */
    record PublishEventPayload(
            @Nullable String eventId, boolean duplicate, List<String> destinationIds, List<UserError> userErrors) {

        static PublishEventPayload refused(List<UserError> errors) {
            return new PublishEventPayload(null, false, List.of(), errors);
        }

        /** With the errors' paths leading through the place in the list of events, if there is one. */
        PublishEventPayload at(List<String> place) {
            if (place.isEmpty() || userErrors.isEmpty()) {
                return this;
            }
            List<UserError> errors = userErrors.stream()
                    .map(error -> new UserError(
                                    error.code(),
                                    error.message(),
                                    error.field().subList(1, error.field().size()))
                            .within(place)
                            .within(List.of("input")))
                    .toList();
            return new PublishEventPayload(eventId, duplicate, destinationIds, errors);
        }
    }
}
