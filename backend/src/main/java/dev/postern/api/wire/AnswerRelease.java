package dev.postern.api.wire;

import dev.postern.api.query.AnswerBudget;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Gives the room of a request's answers back once all is written, to the slowest reader too: until then they are in
 * memory.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class AnswerRelease implements WebFilter {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return Mono.defer(() -> {
            Answers answers = new Answers();
            return chain.filter(exchange)
                    .contextWrite(context -> context.put(Answers.class, answers))
                    .doFinally(signal -> answers.release());
        });
    }

    /** The answers of one HTTP request. */
    static final class Answers {

        private final Queue<AnswerBudget> budgets = new ConcurrentLinkedQueue<>();

        void add(AnswerBudget budget) {
            budgets.add(budget);
        }

        /** For what is answered again and again, each time in a room of its own. */
        void replace(AnswerBudget before, AnswerBudget after) {
            budgets.remove(before);
            budgets.add(after);
        }

        void release() {
            budgets.forEach(AnswerBudget::release);
        }
    }
}
