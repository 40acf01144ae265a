package dev.postern.delivery;

import dev.postern.idempotency.ClaimKey;
import dev.postern.idempotency.Idempotency;
import dev.postern.idempotency.Idempotency.Outcome;
import dev.postern.model.RetryTask;
import java.time.Duration;
import java.util.function.IntFunction;
import java.util.stream.Stream;
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

    /** For how long a wish isn't fulfilled twice: whoever asks again, because the one before died, does so soon. */
    private static final Duration WISH = Duration.ofHours(1);

    /** An attempt that isn't in the log after the time for which its retry waits for it will never be. */
    private static final Duration LONGEST_WAY_TO_LOG =
            RetryDispatchSettings.DEFAULTS.patience().plusHours(1);

    private final Idempotency idempotency;
    private final Duration remember;

    /** @param remember for how long a number is known as taken, if that is longer than an attempt's way to the log */
    AttemptNumbers(Idempotency idempotency, Duration remember) {
        this.idempotency = idempotency;
        this.remember = remember.compareTo(LONGEST_WAY_TO_LOG) > 0 ? remember : LONGEST_WAY_TO_LOG;
    }

    /**
     * Takes a number for the retry that follows this attempt, and does {@code work} with it, once however
     * often it is asked for.
     *
     * @param first the number that it has where it is free
     * @return whether it is seen to, now or earlier; false while somebody else is at it
     */
    Mono<Boolean> takeOnceAfter(RetryTask retry, int attempt, int first, IntFunction<Mono<Void>> work) {
        return idempotency
                .once(key(retry, "after", String.valueOf(attempt)), CLAIM, remember, takeFrom(retry, first, work))
                .map(outcome -> !(outcome instanceof Outcome.InProgress<Integer>));
    }

    /**
     * Does {@code work} for this wish, once however often it is asked for.
     *
     * @param wish whose wish it is; nobody else's has the same name
     */
    <T> Mono<Outcome<T>> once(RetryTask retry, String wish, Mono<T> work) {
        return idempotency.once(key(retry, "for", wish), CLAIM, WISH, work);
    }

    /** Takes this very number for {@code work}, whose failure gives it back. False where it is taken. */
    Mono<Boolean> take(RetryTask retry, int number, Mono<Void> work) {
        return idempotency
                .once(key(retry, String.valueOf(number)), CLAIM, remember, work.thenReturn(number))
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

    private static ClaimKey key(RetryTask retry, String... more) {
        return ClaimKey.of(
                "retrymq",
                retry.tenantId(),
                Stream.concat(Stream.of(retry.eventId(), retry.destinationId()), Stream.of(more))
                        .toArray(String[]::new));
    }
}
