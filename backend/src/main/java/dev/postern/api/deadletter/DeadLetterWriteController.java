package dev.postern.api.deadletter;

import dev.postern.api.deadletter.DeadLetterQueues.LetterId;
import dev.postern.api.deadletter.DeadLetterQueues.QueueName;
import dev.postern.api.error.RefusedException;
import dev.postern.api.error.UserError;
import dev.postern.api.error.UserError.Code;
import dev.postern.api.input.Input;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.queue.DeadLetters;
import dev.postern.queue.QueueFullException;
import graphql.schema.DataFetchingEnvironment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.MutationMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Mono;

/** Puts dead letters back, or destroys them; for operators alone. */
@Controller
final class DeadLetterWriteController {

    private static final Logger log = LoggerFactory.getLogger(DeadLetterWriteController.class);

    private final DeadLetterQueues queues;

    DeadLetterWriteController(DeadLetterQueues queues) {
        this.queues = queues;
    }

    @MutationMapping
    Mono<DeadLettersPayload> redriveDeadLetters(DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        return change("redriven", environment, scope, DeadLetters::redrive);
    }

    @MutationMapping
    Mono<DeadLettersPayload> discardDeadLetters(DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        return change("discarded", environment, scope, DeadLetters::discard);
    }

    private Mono<DeadLettersPayload> change(
            String done,
            DataFetchingEnvironment environment,
            ViewerScope scope,
            BiFunction<DeadLetters, Collection<String>, Mono<Set<String>>> how) {
        scope.requireOperator();
        return Mono.fromSupplier(() -> named(Input.of(environment)))
                .flatMap(wanted ->
                        how.apply(queues.of(wanted.queue()), wanted.ids()).map(ids -> done(done, wanted, ids)))
                .switchIfEmpty(Mono.fromSupplier(() -> new DeadLettersPayload(List.of(), List.of())))
                .onErrorResume(RefusedException.class, e -> Mono.just(new DeadLettersPayload(List.of(), e.errors())))
                .onErrorResume(QueueFullException.class, e -> Mono.just(DeadLettersPayload.full()));
    }

    private static DeadLettersPayload done(String what, Wanted wanted, Set<String> ids) {
        if (!ids.isEmpty()) {
            log.info("dead letters {}: queue={} letters={}", what, wanted.queue(), ids.size());
        }
        List<String> inOrder = wanted.ids().stream()
                .filter(ids::contains)
                .map(id -> new LetterId(wanted.queue(), id).text())
                .toList();
        return new DeadLettersPayload(inOrder, List.of());
    }

    /** What the input names; null where that is nothing. Throws {@link RefusedException}. */
    private static @Nullable Wanted named(Input input) {
        var queues = new LinkedHashSet<QueueName>();
        var ids = new LinkedHashSet<String>();
        List<String> given = input.texts("ids");
        if (given.size() > DeadLetters.MAX_LETTERS) {
            throw new RefusedException(
                    Code.TOO_LARGE,
                    "%d ids (expected: at most %d)".formatted(given.size(), DeadLetters.MAX_LETTERS),
                    "input",
                    "ids");
        }
        given.forEach(text -> LetterId.parse(text).ifPresent(known -> {
            queues.add(known.queue());
            ids.add(known.id());
        }));
        if (queues.size() > 1) {
            throw new RefusedException(
                    Code.INVALID, "of several queues (expected: dead letters of one queue)", "input", "ids");
        }
        return queues.isEmpty() ? null : new Wanted(queues.getFirst(), new ArrayList<>(ids));
    }

    /** Ids within one queue, each once, in the order given. */
    private record Wanted(QueueName queue, List<String> ids) {}

    /** The schema's type. */
    record DeadLettersPayload(List<String> ids, List<UserError> userErrors) {

        static DeadLettersPayload full() {
            return new DeadLettersPayload(
                    List.of(),
                    List.of(UserError.of(
                            Code.UNAVAILABLE,
                            "The queue has no room for all of them: nothing was put back; try fewer, or later",
                            "input",
                            "ids")));
        }
    }
}
