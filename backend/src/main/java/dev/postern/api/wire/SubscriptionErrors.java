package dev.postern.api.wire;

import dev.postern.api.error.ErrorTable;
import graphql.GraphQLError;
import org.springframework.graphql.execution.SubscriptionExceptionResolverAdapter;

/** What ends a subscription before its time is told as any other error is. */
public final class SubscriptionErrors extends SubscriptionExceptionResolverAdapter {

    private final ErrorTable errors;

    public SubscriptionErrors(ErrorTable errors) {
        this.errors = errors;
    }

    @Override
    protected GraphQLError resolveToSingleError(Throwable error) {
        return errors.error(error);
    }
}
