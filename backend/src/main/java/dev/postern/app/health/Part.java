package dev.postern.app.health;

import dev.postern.worker.WorkerState;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * A store or a worker.
 *
 * @param standing how it stands, when it is asked; never fails
 */
record Part(String name, Mono<Standing> standing) {

    private static final Duration DEADLINE = Duration.ofSeconds(2);

    /** @param probe completes where the store answers; one that doesn't within two seconds is down */
    static Part store(String name, Mono<Void> probe) {
        return new Part(
                name,
                probe.thenReturn(new Standing("up", true, true))
                        .timeout(DEADLINE)
                        .onErrorReturn(new Standing("down", false, true)));
    }

    static Part worker(String name, Supplier<WorkerState> state) {
        return new Part(name, Mono.fromSupplier(() -> standing(state.get())));
    }

    private static Standing standing(WorkerState state) {
        return switch (state) {
            case WorkerState.Up up -> new Standing("up", true, true);
            case WorkerState.Reconnecting reconnecting ->
                new Standing(
                        "reconnecting since %s (%s)"
                                .formatted(
                                        reconnecting.outage().since().truncatedTo(ChronoUnit.SECONDS),
                                        reconnecting.outage().kind()),
                        false,
                        true);
            case WorkerState.Draining draining -> new Standing("draining", false, true);
            case WorkerState.Stopped stopped -> new Standing("stopped", false, false);
            case WorkerState.Dead dead -> new Standing("dead", false, false);
        };
    }

    /**
     * How a part stands.
     *
     * @param text for people
     * @param ready whether it works
     * @param alive whether it will work again by itself
     */
    record Standing(String text, boolean ready, boolean alive) {}
}
