package dev.postern.api.live;

import graphql.GraphQLContext;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Mono;

/** What one subscription to the log tells whoever writes its answers. */
public final class Watching {

    private final Mono<Void> begun;
    private final AtomicLong dropped = new AtomicLong();

    private Watching(Mono<Void> begun) {
        this.begun = begun;
    }

    static Watching begin(GraphQLContext context, Mono<Void> begun) {
        var watching = new Watching(begun);
        context.put(Watching.class, watching);
        return watching;
    }

    /** That of the operation, if it watches the log. */
    public static Optional<Watching> of(GraphQLContext context) {
        return context.getOrEmpty(Watching.class);
    }

    /** Completes once nothing is missed any more, or it is clear that this can't be. */
    public Mono<Void> begun() {
        return begun;
    }

    void dropped(long count) {
        dropped.addAndGet(count);
    }

    /** How many answers were left out before this one, since it was last asked for. */
    public long takeDropped() {
        return dropped.getAndSet(0);
    }
}
