package dev.postern.api.wire;

import dev.postern.api.wire.QueryMeasure.Measure;
import graphql.ExecutionResult;
import graphql.execution.AbortExecutionException;
import graphql.execution.ExecutionContext;
import graphql.execution.instrumentation.InstrumentationContext;
import graphql.execution.instrumentation.InstrumentationState;
import graphql.execution.instrumentation.SimplePerformantInstrumentation;
import graphql.execution.instrumentation.parameters.InstrumentationExecuteOperationParameters;
import graphql.language.OperationDefinition.Operation;
import org.jspecify.annotations.Nullable;

/** Refuses, before anything runs, operations that nest too deep or read too much, and changes asked for by GET. */
public final class QueryLimits extends SimplePerformantInstrumentation {

    /** The key in the GraphQL context that says that nothing may be changed. */
    static final String READ_ONLY = "readOnly";

    static final String CHANGE_BY_GET = "Mutations are taken by POST alone";

    private final int maxDepth;
    private final int maxObjects;

    /**
     * @param maxDepth how many fields may lie within one another, introspection apart
     * @param maxObjects how many tenants, destinations, events and deliveries a query may read, by the
     *     lengths of the lists it asks for; a list of no said length counts as 20
     */
    public QueryLimits(int maxDepth, int maxObjects) {
        this.maxDepth = maxDepth;
        this.maxObjects = maxObjects;
    }

    @Override
    public @Nullable InstrumentationContext<ExecutionResult> beginExecuteOperation(
            InstrumentationExecuteOperationParameters parameters, InstrumentationState state) {
        ExecutionContext execution = parameters.getExecutionContext();
        boolean readOnly = Boolean.TRUE.equals(execution.getGraphQLContext().get(READ_ONLY));
        if (readOnly && execution.getOperationDefinition().getOperation() == Operation.MUTATION) {
            throw new AbortExecutionException(CHANGE_BY_GET);
        }
        Measure measure = QueryMeasure.of(
                execution.getOperationDefinition(),
                execution.getGraphQLSchema(),
                execution.getFragmentsByName(),
                execution.getCoercedVariables());
        if (measure.depth() > maxDepth) {
            throw new AbortExecutionException(
                    "The query nests %d fields (expected: at most %d)".formatted(measure.depth(), maxDepth));
        }
        if (measure.objects() > maxObjects) {
            throw new AbortExecutionException(
                    "The query may read %d objects (expected: at most %d; ask for smaller pages)"
                            .formatted(measure.objects(), maxObjects));
        }
        return super.beginExecuteOperation(parameters, state);
    }
}
