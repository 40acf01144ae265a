package dev.postern.app.metrics;

import dev.postern.api.error.ErrorCode;
import dev.postern.api.watch.RequestListener;
import dev.postern.security.Viewer;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Counts and times GraphQL requests, by names of which there is an end. */
final class RequestMeters implements RequestListener {

    private static final Duration[] BUCKETS = {
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2_500),
        Duration.ofSeconds(10)
    };

    private static final Set<String> CODES =
            Arrays.stream(ErrorCode.values()).map(Enum::name).collect(Collectors.toSet());

    private final MeterProvider<Timer> requests;
    private final MeterProvider<Counter> errors;
    private final MeterProvider<DistributionSummary> costs;
    private final OperationNames ofOperators;
    private final OperationNames ofTenants;

    /** @param mostNames how many operations of operators are told apart, and of tenants */
    RequestMeters(MeterRegistry registry, int mostNames) {
        requests = Timer.builder("postern.graphql.request")
                .description("Time of GraphQL requests until their answer, of subscriptions until events may come")
                .serviceLevelObjectives(BUCKETS)
                .withRegistry(registry);
        errors = Counter.builder("postern.graphql.errors")
                .description("Errors in answers to GraphQL requests, by extensions.code")
                .withRegistry(registry);
        costs = DistributionSummary.builder("postern.graphql.cost")
                .description("What GraphQL operations cost: by what they asked for, and by what was answered")
                .serviceLevelObjectives(1, 10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000)
                .withRegistry(registry);
        ofOperators = new OperationNames(mostNames);
        ofTenants = new OperationNames(mostNames);
    }

    @Override
    public void answered(Answered request) {
        boolean well = request.codes().isEmpty();
        boolean operator = request.viewer() instanceof Viewer.Operator;
        // Tenants have names of their own, or one of them could use all up; and of nothing but what can be done.
        String name = (operator ? ofOperators : ofTenants).of(request.operation(), well);
        requests.withTags(Tags.of(
                        "operation",
                        name,
                        "type",
                        request.type() == null
                                ? "unknown"
                                : request.type().name().toLowerCase(Locale.ROOT),
                        "viewer",
                        operator ? "operator" : request.viewer() == null ? "none" : "tenant",
                        "outcome",
                        well ? "success" : "error"))
                .record(request.duration());
        if (request.requestedCost() > 0) {
            costs.withTag("of", "requested").record((double) request.requestedCost());
            costs.withTag("of", "actual").record((double) request.actualCost());
        }
        request.codes()
                .forEach(code -> errors.withTag("code", CODES.contains(code) ? code : OperationNames.OTHER)
                        .increment());
    }
}
