package dev.postern.api.cost;

import dev.postern.quota.QuotaStore.Charge;
import dev.postern.security.Viewer;
import graphql.ExecutionResult;
import graphql.GraphQLContext;
import graphql.GraphQLError;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/** What one request costs, as far as that is known, and who pays: {@code extensions.cost} of its answer. */
public final class RequestCost {

    /** The member of an answer's {@code extensions}. */
    public static final String MEMBER = "cost";

    private final CostBudgets budgets;
    private final long maxCost;
    private volatile @Nullable Account account;
    private volatile long requested;
    private volatile long actual;
    private volatile boolean streams;
    private volatile @Nullable AnswerCost answer;
    private volatile @Nullable Charge charge;

    /** @param maxCost what it may cost at most, whoever asks */
    public RequestCost(CostBudgets budgets, long maxCost) {
        this.budgets = budgets;
        this.maxCost = maxCost;
    }

    /** That of the request; null where it never came to be measured. */
    public static @Nullable RequestCost of(GraphQLContext context) {
        return context.get(RequestCost.class);
    }

    /** Tells what the viewer asks for, before it runs; an error where that is more than may be. */
    public Optional<GraphQLError> request(@Nullable Viewer viewer, long cost) {
        account = budgets.account(viewer);
        requested = cost;
        return cost <= limit() ? Optional.empty() : Optional.of(CostErrors.exceeded(cost, limit()));
    }

    /** It may run: until its answer is there it counts as dear as it may be. */
    public void runs(AnswerCost byAnswer) {
        answer = byAnswer;
        actual = requested;
    }

    /** Whether there is a budget to ask. */
    boolean isCharged() {
        return account != null && requested > 0;
    }

    /** Takes from the budget what is asked for; why nothing may run, or empty where it may. */
    Mono<GraphQLError> charge() {
        Account payer = account;
        return payer == null
                ? Mono.empty()
                : budgets.charge(payer, requested)
                        .doOnNext(answered -> charge = answered)
                        .ofType(Charge.Refused.class)
                        .map(this::refuse);
    }

    /** What came of it: gives back what was not spent, or has each item of a subscription told and paid. */
    public ExecutionResult answered(ExecutionResult result) {
        if (streams) {
            return result;
        }
        if (result.getData() instanceof Publisher<?> items) {
            streams = true;
            Account payer = account;
            Flux<ExecutionResult> counted =
                    Flux.from(items).cast(ExecutionResult.class).map(this::item);
            // Also where the budget was out of reach at the start, for it comes back.
            Flux<ExecutionResult> paid = payer == null
                    ? counted
                    : counted.transform(Operators.<ExecutionResult, ExecutionResult>lift(
                            (source, actual) -> new Tab(actual, item -> budgets.chargeInTime(payer, costOf(item)))));
            return result.transform(builder -> builder.data(paid));
        }
        actual = costOf(result);
        Account payer = account;
        if (charge instanceof Charge.Taken && payer != null && actual < requested) {
            budgets.giveBack(payer, requested - actual);
        }
        return result;
    }

    /** What the operation asks for; 0 where it never came to be measured. */
    public long requested() {
        return requested;
    }

    /** What was answered; as much as was requested where nobody can tell any more, 0 where nothing ran. */
    public long actual() {
        return actual;
    }

    /** In how many seconds to come again; empty where it wasn't refused for want of a budget. */
    public Optional<Long> retryAfter() {
        return charge instanceof Charge.Refused refused ? Optional.of(CostErrors.seconds(refused)) : Optional.empty();
    }

    /** The member's value. */
    public Map<String, Object> told() {
        Map<String, Object> told = told(actual);
        Account payer = account;
        Charge known = charge;
        if (payer != null) {
            if (known != null) {
                long back = known instanceof Charge.Taken ? requested - actual : 0;
                told.put("remaining", Math.min(payer.quota().capacity(), known.remaining() + back));
            }
            told.put("capacity", payer.quota().capacity());
            told.put("restoreRate", payer.quota().restoreRate());
        }
        return told;
    }

    private ExecutionResult item(ExecutionResult item) {
        return item.transform(builder -> builder.addExtension(MEMBER, told(costOf(item))));
    }

    private Map<String, Object> told(long cost) {
        var told = new LinkedHashMap<String, Object>();
        told.put("requested", requested);
        told.put("actual", cost);
        told.put("limit", limit());
        return told;
    }

    /** Never more than was asked for. */
    private long costOf(ExecutionResult result) {
        AnswerCost byAnswer = answer;
        return byAnswer == null || requested == 0 ? 0 : Math.min(requested, byAnswer.of(result.getData()));
    }

    /** What the budget can never hold is too dear at any time. */
    private long limit() {
        Account payer = account;
        return payer == null ? maxCost : Math.min(maxCost, payer.quota().capacity());
    }

    private GraphQLError refuse(Charge.Refused refused) {
        answer = null;
        actual = 0;
        return CostErrors.limited(requested, refused);
    }
}
