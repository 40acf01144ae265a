package dev.postern.api.wire;

import dev.postern.api.live.Watching;
import dev.postern.api.query.AnswerBudget;
import graphql.ExecutionResult;
import graphql.GraphQLContext;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.graphql.server.WebGraphQlResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** An operation's answers: one, or one after another for as long as there are any. */
final class Answered {

    /** Whether the answer can't be told at once. */
    static boolean isStream(WebGraphQlResponse response) {
        return response.getExecutionResult().getData() instanceof Publisher;
    }

    /**
     * The answers of a subscription; fails as it fails. To be asked for one by one: who asks for the next has written the
     * one before, whose room is given back then, for the next may be long in coming.
     */
    static Flux<Map<String, Object>> stream(WebGraphQlResponse response) {
        Publisher<?> publisher = response.getExecutionResult().getData();
        GraphQLContext context = response.getExecutionInput().getGraphQLContext();
        return Flux.from(publisher)
                .cast(ExecutionResult.class)
                .map(ExecutionResult::toSpecification)
                .doOnRequest(more ->
                        context.<AnswerBudget>getOrEmpty(AnswerBudget.class).ifPresent(AnswerBudget::release));
    }

    /** Completes once whatever happens is told, where it has to be waited for. */
    static Mono<Void> begun(WebGraphQlResponse response) {
        return Watching.of(response.getExecutionInput().getGraphQLContext())
                .map(Watching::begun)
                .orElse(Mono.empty());
    }

    private Answered() {}
}
