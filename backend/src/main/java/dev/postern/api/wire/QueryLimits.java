package dev.postern.api.wire;

import dev.postern.api.cost.AnswerCost;
import dev.postern.api.cost.CostBudgets;
import dev.postern.api.cost.QueryMeasure;
import dev.postern.api.cost.QueryMeasure.Measure;
import dev.postern.api.cost.RequestCost;
import dev.postern.api.error.ErrorCode;
import dev.postern.api.query.AnswerBudget;
import dev.postern.api.settings.QuerySettings;
import dev.postern.api.wire.AnswerRelease.Answers;
import dev.postern.logstore.PayloadBudgetExceededException;
import dev.postern.logstore.PayloadRoom;
import dev.postern.logstore.PayloadRoomException;
import dev.postern.security.Viewer;
import graphql.ExecutionResult;
import graphql.GraphQLContext;
import graphql.GraphqlErrorBuilder;
import graphql.execution.AbortExecutionException;
import graphql.execution.ExecutionContext;
import graphql.execution.instrumentation.InstrumentationContext;
import graphql.execution.instrumentation.InstrumentationState;
import graphql.execution.instrumentation.SimplePerformantInstrumentation;
import graphql.execution.instrumentation.parameters.InstrumentationExecuteOperationParameters;
import graphql.execution.instrumentation.parameters.InstrumentationExecutionParameters;
import graphql.language.OperationDefinition;
import graphql.language.OperationDefinition.Operation;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Refuses, before anything runs, operations that nest too deep or cost too much, and changes asked for by GET; and,
 * afterwards, an answer that grew too large to be written. Keeps account of what the rest cost.
 */
public final class QueryLimits extends SimplePerformantInstrumentation {

    /** The key in the GraphQL context that says that nothing may be changed. */
    static final String READ_ONLY = "readOnly";

    static final String CHANGE_BY_GET = "Mutations are taken by POST alone";

    private final QuerySettings settings;
    private final CostBudgets budgets;
    private final int maxAnswerCharacters;
    private final PayloadRoom room;

    /**
     * @param budgets whom what runs is charged to
     * @param maxAnswerCharacters how much text of payloads and destinations' answers an answer may carry
     * @param room what all answers share
     */
    public QueryLimits(QuerySettings settings, CostBudgets budgets, int maxAnswerCharacters, PayloadRoom room) {
        this.settings = settings;
        this.budgets = budgets;
        this.maxAnswerCharacters = maxAnswerCharacters;
        this.room = room;
    }

    @Override
    public @Nullable InstrumentationContext<ExecutionResult> beginExecuteOperation(
            InstrumentationExecuteOperationParameters parameters, InstrumentationState state) {
        ExecutionContext execution = parameters.getExecutionContext();
        GraphQLContext context = execution.getGraphQLContext();
        // For the watch around the request, which sees no document.
        context.put(OperationDefinition.class, execution.getOperationDefinition());
        boolean readOnly = Boolean.TRUE.equals(context.get(READ_ONLY));
        if (readOnly && execution.getOperationDefinition().getOperation() == Operation.MUTATION) {
            throw new AbortExecutionException(CHANGE_BY_GET);
        }
        Measure measure = QueryMeasure.of(
                execution.getOperationDefinition(),
                execution.getGraphQLSchema(),
                execution.getFragmentsByName(),
                execution.getCoercedVariables());
        refuse("nests %d fields", measure.depth(), settings.maxDepth());
        refuse("asks for %d fields at its root", measure.roots(), settings.maxRootFields());
        RequestCost cost =
                context.computeIfAbsent(RequestCost.class, missing -> new RequestCost(budgets, settings.maxCost()));
        cost.request(context.get(Viewer.class), measure.cost()).ifPresent(excess -> {
            throw new AbortExecutionException(List.of(excess));
        });
        cost.runs(new AnswerCost(
                execution.getOperationDefinition(),
                execution.getGraphQLSchema(),
                execution.getFragmentsByName(),
                execution.getCoercedVariables()));
        AnswerBudget budget = new AnswerBudget(maxAnswerCharacters, room);
        context.put(AnswerBudget.class, budget);
        Answers answers = context.get(Answers.class);
        if (answers != null) {
            answers.add(budget);
        }
        return super.beginExecuteOperation(parameters, state);
    }

    private static void refuse(String what, long number, int most) {
        if (number > most) {
            throw new AbortExecutionException(
                    ("The query " + what + " (expected: at most %d)").formatted(number, most));
        }
    }

    /** What grew too large is not sent in part: nobody could tell what was left out. */
    @Override
    public CompletableFuture<ExecutionResult> instrumentExecutionResult(
            ExecutionResult result, InstrumentationExecutionParameters parameters, InstrumentationState state) {
        RequestCost cost = RequestCost.of(parameters.getGraphQLContext());
        ExecutionResult counted = cost == null ? result : cost.answered(result);
        AnswerBudget budget = parameters.getGraphQLContext().get(AnswerBudget.class);
        if (budget == null) {
            return CompletableFuture.completedFuture(counted);
        }
        ExecutionResult written = budget.exceeded() ? tooLarge(budget) : withRoom(counted, budget);
        if (parameters.getGraphQLContext().get(Answers.class) == null) {
            budget.release();
        }
        return CompletableFuture.completedFuture(written);
    }

    /** The answer, or that there is no room for its text. */
    private static ExecutionResult withRoom(ExecutionResult result, AnswerBudget budget) {
        try {
            budget.write(AnswerSize.of(result.getData(), budget.characters()));
            return result;
        } catch (PayloadRoomException e) {
            return refused(ErrorCode.UNAVAILABLE, String.valueOf(e.getMessage()));
        } catch (PayloadBudgetExceededException e) {
            return tooLarge(budget);
        }
    }

    private static ExecutionResult tooLarge(AnswerBudget budget) {
        return refused(
                ErrorCode.TOO_LARGE,
                "The answer holds more than %d characters (expected: at most that; ask for smaller pages or fewer fields)"
                        .formatted(budget.characters()));
    }

    private static ExecutionResult refused(ErrorCode code, String message) {
        return ExecutionResult.newExecutionResult()
                .addError(GraphqlErrorBuilder.newError()
                        .errorType(code)
                        .message("%s", message)
                        .extensions(Map.of("code", code.name()))
                        .build())
                .build();
    }
}
