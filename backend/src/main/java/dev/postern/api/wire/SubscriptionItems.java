package dev.postern.api.wire;

import dev.postern.api.live.Watching;
import dev.postern.api.query.AnswerBudget;
import dev.postern.api.wire.AnswerRelease.Answers;
import dev.postern.logstore.PayloadRoom;
import graphql.ExecutionResult;
import graphql.GraphQLContext;
import graphql.execution.instrumentation.InstrumentationContext;
import graphql.execution.instrumentation.InstrumentationState;
import graphql.execution.instrumentation.SimplePerformantInstrumentation;
import graphql.execution.instrumentation.parameters.InstrumentationExecutionParameters;
import graphql.execution.instrumentation.parameters.InstrumentationFieldParameters;
import java.util.concurrent.CompletableFuture;
import org.dataloader.DataLoader;
import org.jspecify.annotations.Nullable;

/**
 * Each answer of a subscription is one of its own: with a budget of its own, with nothing remembered that was loaded for
 * the one before, and with the mark of what was left out before it. It rests on one being made at a time.
 */
public final class SubscriptionItems extends SimplePerformantInstrumentation {

    private final int maxAnswerCharacters;
    private final PayloadRoom room;

    /**
     * @param maxAnswerCharacters how much text of payloads and destinations' answers an answer may carry
     * @param room what all answers share
     */
    public SubscriptionItems(int maxAnswerCharacters, PayloadRoom room) {
        this.maxAnswerCharacters = maxAnswerCharacters;
        this.room = room;
    }

    @Override
    public @Nullable InstrumentationContext<ExecutionResult> beginSubscribedFieldEvent(
            InstrumentationFieldParameters parameters, InstrumentationState state) {
        var execution = parameters.getExecutionContext();
        execution.getDataLoaderRegistry().getDataLoaders().forEach(DataLoader::clearAll);
        GraphQLContext context = execution.getGraphQLContext();
        AnswerBudget before = AnswerBudget.of(context);
        AnswerBudget fresh = new AnswerBudget(maxAnswerCharacters, room);
        before.release();
        context.put(AnswerBudget.class, fresh);
        context.<Answers>getOrEmpty(Answers.class).ifPresent(answers -> answers.replace(before, fresh));
        return super.beginSubscribedFieldEvent(parameters, state);
    }

    @Override
    public CompletableFuture<ExecutionResult> instrumentExecutionResult(
            ExecutionResult result, InstrumentationExecutionParameters parameters, InstrumentationState state) {
        long dropped = result.isDataPresent()
                ? Watching.of(parameters.getGraphQLContext())
                        .map(Watching::takeDropped)
                        .orElse(0L)
                : 0;
        return CompletableFuture.completedFuture(
                dropped == 0 ? result : result.transform(builder -> builder.addExtension("dropped", dropped)));
    }
}
