package dev.postern.api.replay;

import dev.postern.api.error.ApiException;
import dev.postern.api.error.RefusedException;
import dev.postern.api.error.UserError;
import dev.postern.api.error.UserError.Code;
import dev.postern.api.input.Faults;
import dev.postern.api.input.Input;
import dev.postern.api.query.Filters;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.replay.Replay;
import dev.postern.replay.ReplayStatus;
import dev.postern.replay.Replays;
import dev.postern.replay.StartResult;
import graphql.schema.DataFetchingEnvironment;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.MutationMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Mono;

/** Starts replays and ends them. */
@Controller
final class ReplayWriteController {

    private static final ReplayPayload NONE = refused(Code.NOT_FOUND, "No such replay", "input", "id");

    private final Replays replays;

    ReplayWriteController(Replays replays) {
        this.replays = replays;
    }

    @MutationMapping
    Mono<ReplayPayload> startReplay(DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        return Mono.fromSupplier(() -> filter(environment, scope))
                .flatMap(filter -> replays.start(filter.owner(), filter.filter()))
                .map(ReplayWriteController::payload)
                .onErrorResume(RefusedException.class, e -> Mono.just(new ReplayPayload(null, e.errors())));
    }

    @MutationMapping
    Mono<ReplayPayload> cancelReplay(DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        String id = String.valueOf(Input.of(environment).text("id"));
        return Mono.fromRunnable(() -> new Faults().id("id", id).refuse())
                .then(Mono.defer(() -> replays.retrieve(id)))
                .filter(replay -> scope.shows(replay.tenantId()))
                .flatMap(replay -> replays.cancel(id))
                .map(replay -> replay.status() == ReplayStatus.CANCELLED
                        ? new ReplayPayload(replay, List.of())
                        : refused(Code.CONFLICT, "The replay has come to its end", "input", "id"))
                .defaultIfEmpty(NONE)
                .onErrorResume(RefusedException.class, e -> Mono.just(new ReplayPayload(null, e.errors())));
    }

    /** What is wrong with the filter of a list is the request's fault; with that of an input, the input's. */
    private static ReplayFilter filter(DataFetchingEnvironment environment, ViewerScope scope) {
        try {
            ReplayFilter filter = ReplayFilter.of(Filters.of(Input.of(environment)), scope);
            if (filter.outside()) {
                throw new RefusedException(
                        Code.INVALID,
                        "not your own (expected: your own tenant among them, or none named)",
                        "input",
                        "filter",
                        "tenantIds");
            }
            return filter;
        } catch (ApiException e) {
            String[] field = Stream.concat(
                            Stream.of("input"), e.argument().stream().flatMap(name -> Stream.of(name.split("\\."))))
                    .toArray(String[]::new);
            throw new RefusedException(Code.INVALID, e.reason(), field);
        }
    }

    private static ReplayPayload payload(StartResult result) {
        return switch (result) {
            case StartResult.Started started -> new ReplayPayload(started.replay(), List.of());
            case StartResult.TooMany many ->
                refused(
                        Code.TOO_LARGE,
                        "%d deliveries (expected: at most %d; narrow the filter)"
                                .formatted(many.deliveries(), many.most()),
                        "input",
                        "filter");
            case StartResult.Running running ->
                refused(
                        Code.CONFLICT,
                        "replay %s of this very filter is running (expected: none; watch it, or cancel it)"
                                .formatted(running.id()),
                        "input",
                        "filter");
            case StartResult.Full full ->
                refused(
                        Code.LIMIT_REACHED,
                        full.ofTenant()
                                ? "%d replays of this reach are running (expected: fewer; wait, or cancel one)"
                                        .formatted(full.most())
                                : "%d replays are running (expected: fewer; wait for one to end)"
                                        .formatted(full.most()),
                        "input");
        };
    }

    private static ReplayPayload refused(Code code, String message, String... field) {
        return new ReplayPayload(null, List.of(UserError.of(code, message, field)));
    }

    /** The schema's type. */
    record ReplayPayload(@Nullable Replay replay, List<UserError> userErrors) {}
}
