package dev.postern.delivery;

import dev.postern.idempotency.ClaimKey;
import dev.postern.idempotency.Idempotency;
import dev.postern.idempotency.Idempotency.Outcome;
import dev.postern.model.RetryTask;
import java.time.Duration;
import java.util.function.IntFunction;
import reactor.core.publisher.Mono;

/**
 * Gives out the numbers of retries. The log alone can't: an attempt reaches it some seconds after it
 * was made, and two retries with one number would count as one.
 */
final class AttemptNumbers {

    /** How many retries of one event at one destination may be on their way to the log. */
    private static final int MOST_AHEAD_OF_LOG = 100;

    /** Longer than a full queue keeps a publisher waiting. */
    private static final Duration CLAIM = Duration.ofSeconds(60);

    private final Idempotency idempotency;
    private final Duration remember;

    AttemptNumbers(Idempotency idempotency, Duration remember) {
        this.idempotency = idempotency;
        this.remember = remember;
    }

    /** Takes this very number for {@code work}, whose failure gives it back. False where it is taken. */
    Mono<Boolean> take(RetryTask retry, int number, Mono<Void> work) {
        return idempotency
                .once(
                        ClaimKey.of(
                                "retrymq",
                                retry.tenantId(),
                                retry.eventId(),
                                retry.destinationId(),
                                String.valueOf(number)),
                        CLAIM,
                        remember,
                        work.thenReturn(number))
                .map(outcome -> switch (outcome) {
                    case Outcome.Done<Integer> done -> true;
                    case Outcome.DoneBefore<Integer> before -> false;
                    case Outcome.InProgress<Integer> rival -> false;
                });
    }

    /** Takes the first free number from {@code first} on, and gives it once {@code work} is done. */
    Mono<Integer> takeFrom(RetryTask retry, int first, IntFunction<Mono<Void>> work) {
        return takeBetween(retry, first, first + MOST_AHEAD_OF_LOG, work);
    }

    private Mono<Integer> takeBetween(RetryTask retry, int number, int end, IntFunction<Mono<Void>> work) {
        if (number >= end) {
            return Mono.error(new IllegalStateException(
                    "%s: %d retries are on their way to the log already".formatted(retry, MOST_AHEAD_OF_LOG)));
        }
        return take(retry, number, Mono.defer(() -> work.apply(number)))
                .flatMap(taken -> taken ? Mono.just(number) : takeBetween(retry, number + 1, end, work));
    }
}
