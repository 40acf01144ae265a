package dev.postern.api.cost;

import dev.postern.api.error.ErrorCode;
import dev.postern.quota.QuotaStore.Charge;
import graphql.GraphQLError;
import graphql.GraphqlErrorBuilder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** How those are refused who ask for too much, at once or over time. */
final class CostErrors {

    static GraphQLError exceeded(long cost, long limit) {
        return error(
                ErrorCode.COST_EXCEEDED,
                "The query may cost %d (expected: at most %d; ask for smaller pages)".formatted(cost, limit),
                Map.of("cost", cost, "limit", limit));
    }

    static GraphQLError limited(long cost, Charge.Refused refused) {
        long seconds = seconds(refused);
        return error(
                ErrorCode.RATE_LIMITED,
                "The budget is spent: this may cost %d, and %d are left (expected: again in %d s, or smaller pages)"
                        .formatted(cost, refused.remaining(), seconds),
                Map.of("cost", cost, "retryAfter", seconds));
    }

    /** Whole ones, so that whoever waits so long doesn't come too early. */
    static long seconds(Charge.Refused refused) {
        return Math.max(1, refused.retryAfter().plus(Duration.ofMillis(999)).toSeconds());
    }

    private static GraphQLError error(ErrorCode code, String message, Map<String, Object> figures) {
        Map<String, Object> extensions = new LinkedHashMap<>();
        extensions.put("code", code.name());
        extensions.putAll(figures);
        return GraphqlErrorBuilder.newError()
                .errorType(code)
                .message("%s", message)
                .extensions(extensions)
                .build();
    }

    private CostErrors() {}
}
