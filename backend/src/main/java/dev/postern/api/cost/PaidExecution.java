package dev.postern.api.cost;

import graphql.ExecutionResult;
import graphql.ExecutionResultImpl;
import graphql.execution.ExecutionContext;
import graphql.execution.ExecutionStrategy;
import graphql.execution.ExecutionStrategyParameters;
import java.util.concurrent.CompletableFuture;
import reactor.core.scheduler.Schedulers;

/** Has an operation paid before it runs, which is the one place where the execution may wait for somebody. */
public final class PaidExecution extends ExecutionStrategy {

    private final ExecutionStrategy strategy;

    /** @param strategy runs it */
    public PaidExecution(ExecutionStrategy strategy) {
        this.strategy = strategy;
    }

    @Override
    public CompletableFuture<ExecutionResult> execute(
            ExecutionContext context, ExecutionStrategyParameters parameters) {
        RequestCost cost = RequestCost.of(context.getGraphQLContext());
        if (cost == null || !cost.isCharged()) {
            return strategy.execute(context, parameters);
        }
        return cost.charge()
                // The store has one thread for all that it answers.
                .publishOn(Schedulers.parallel())
                .toFuture()
                .thenCompose(refusal -> refusal == null
                        ? strategy.execute(context, parameters)
                        : CompletableFuture.completedFuture(new ExecutionResultImpl(refusal)));
    }
}
