package dev.postern.api.replay;

import dev.postern.api.query.AnswerBudget;
import dev.postern.api.query.Filters;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.FailureReader.FailureCount;
import dev.postern.model.Delivery;
import dev.postern.replay.ReplayPlanner;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.DataFetchingFieldSelectionSet;
import java.util.List;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.graphql.data.method.annotation.SchemaMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Mono;

/** What a replay would do. */
@Controller
final class ReplayPlanController {

    private final ReplayPlanner planner;

    ReplayPlanController(ReplayPlanner planner) {
        this.planner = planner;
    }

    @QueryMapping
    Mono<ReplayPlan> replayPlan(DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        ReplayFilter asked = ReplayFilter.of(Filters.of(environment), scope);
        Mono<FailureCount> count = asked.outside() ? Mono.just(new FailureCount(0, 0)) : planner.count(asked.filter());
        return count.map(known -> new ReplayPlan(asked.filter(), known));
    }

    @SchemaMapping
    int deliveryCount(ReplayPlan plan) {
        return Math.clamp(plan.count().deliveries(), 0, Integer.MAX_VALUE);
    }

    @SchemaMapping
    int destinationCount(ReplayPlan plan) {
        return Math.clamp(plan.count().destinations(), 0, Integer.MAX_VALUE);
    }

    @SchemaMapping
    Mono<List<Delivery>> sample(ReplayPlan plan, DataFetchingEnvironment environment) {
        if (plan.count().deliveries() == 0) {
            return Mono.just(List.of());
        }
        DataFetchingFieldSelectionSet selection = environment.getSelectionSet();
        return planner.sample(
                plan.filter(),
                selection.containsAnyOf("event/data", "event/rawData"),
                selection.contains("response"),
                AnswerBudget.of(environment.getGraphQlContext()).reading());
    }

    /** The schema's type. */
    record ReplayPlan(DeliveryFilter filter, FailureCount count) {}
}
