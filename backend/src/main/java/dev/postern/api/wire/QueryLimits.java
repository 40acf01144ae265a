package dev.postern.api.wire;

import graphql.ExecutionResult;
import graphql.analysis.QueryTraverser;
import graphql.analysis.QueryVisitorFieldEnvironment;
import graphql.analysis.QueryVisitorStub;
import graphql.execution.AbortExecutionException;
import graphql.execution.ExecutionContext;
import graphql.execution.instrumentation.InstrumentationContext;
import graphql.execution.instrumentation.InstrumentationState;
import graphql.execution.instrumentation.SimplePerformantInstrumentation;
import graphql.execution.instrumentation.parameters.InstrumentationExecuteOperationParameters;
import graphql.language.OperationDefinition.Operation;
import org.jspecify.annotations.Nullable;

/** Refuses, before anything runs, operations that nest too deep, and changes asked for by GET. */
public final class QueryLimits extends SimplePerformantInstrumentation {

    /** The key in the GraphQL context that says that nothing may be changed. */
    static final String READ_ONLY = "readOnly";

    static final String CHANGE_BY_GET = "Mutations are taken by POST alone";

    private final int maxDepth;

    /** @param maxDepth how many fields may lie within one another, introspection apart */
    public QueryLimits(int maxDepth) {
        this.maxDepth = maxDepth;
    }

    @Override
    public @Nullable InstrumentationContext<ExecutionResult> beginExecuteOperation(
            InstrumentationExecuteOperationParameters parameters, InstrumentationState state) {
        ExecutionContext execution = parameters.getExecutionContext();
        boolean readOnly = Boolean.TRUE.equals(execution.getGraphQLContext().get(READ_ONLY));
        if (readOnly && execution.getOperationDefinition().getOperation() == Operation.MUTATION) {
            throw new AbortExecutionException(CHANGE_BY_GET);
        }
        QueryTraverser.newQueryTraverser()
                .schema(execution.getGraphQLSchema())
                .document(execution.getDocument())
                .operationName(execution.getExecutionInput().getOperationName())
                .coercedVariables(execution.getCoercedVariables())
                .build()
                .visitPreOrder(new DepthCheck());
        return super.beginExecuteOperation(parameters, state);
    }

    private final class DepthCheck extends QueryVisitorStub {
        @Override
        public void visitField(QueryVisitorFieldEnvironment field) {
            int depth = 1;
            QueryVisitorFieldEnvironment outermost = field;
            for (QueryVisitorFieldEnvironment outer = field.getParentEnvironment();
                    outer != null;
                    outer = outer.getParentEnvironment()) {
                depth++;
                outermost = outer;
            }
            if (depth > maxDepth && !outermost.getField().getName().startsWith("__")) {
                throw new AbortExecutionException(
                        "The query nests %d fields (expected: at most %d)".formatted(depth, maxDepth));
            }
        }
    }
}
