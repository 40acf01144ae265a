package dev.postern.idempotency;

import java.time.Duration;
import reactor.core.publisher.Mono;

/** Work that is done once however often it is asked for. */
public interface Idempotency {

    /**
     * Runs {@code work} unless it was done under this key within the last {@code remember}, or is being
     * done now; neither is waited for. While the work runs, its claim is kept alive. Its error, or
     * cancellation, gives the key back, so that it can be tried again; a claim that lapsed and that
     * somebody else took is left to them. Work that completes empty counts as done, and this completes
     * empty too. Where the key can't be claimed because its store fails, this fails and the work doesn't
     * run.
     *
     * <p>That the work is done is on its way to the store when this says so, before all that the same
     * process asks for next, and isn't waited for: where it gets lost, the claim lapses and the work may
     * be done again.
     *
     * @param claim for how long others keep away after the claim's holder was last heard of
     * @param remember for how long it stays done
     */
    <T> Mono<Outcome<T>> once(ClaimKey key, Duration claim, Duration remember, Mono<T> work);

    /** How it went. */
    sealed interface Outcome<T> {

        /** The work ran, now, and gave this. */
        record Done<T>(T value) implements Outcome<T> {}

        /** It was done before. */
        record DoneBefore<T>() implements Outcome<T> {}

        /** Somebody else is doing it. */
        record InProgress<T>() implements Outcome<T> {}
    }
}
