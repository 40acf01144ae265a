package dev.postern.replay;

import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.FailureQuery;
import dev.postern.model.Cursor;
import dev.postern.model.Page;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The replays, and how far each is. One that runs is in one hand at most: taken by {@link #receive}, held for as long
 * as the holder is heard of, and then anybody's again. What a holder writes after it lost its hold is refused.
 */
public interface ReplayStore {

    /** What {@link #create} would say now to one of the owner's with this filter; writes nothing. */
    Mono<Creation> room(@Nullable String tenantId, DeliveryFilter filter);

    /**
     * Writes a replay down that anybody may take up, unless too many run already, or one of the same owner does with the
     * same filter. Asked again for one that is written down, as after a lost connection, it says so and changes nothing.
     */
    Mono<Creation> create(Replay replay, FailureQuery query);

    /** The replay; empty where there is none, or none any more. */
    Mono<Replay> retrieve(String id);

    /**
     * A page of replays, newest first.
     *
     * @param tenantId whose; null for all, those across tenants among them
     * @param limit from 1
     * @param from the place behind which it begins; null for the newest
     */
    Mono<Page<Replay>> list(@Nullable String tenantId, int limit, @Nullable Cursor from);

    /** Ends a replay that runs; false where it doesn't. Whoever has it in hand learns of it by {@link #keep}. */
    Mono<Boolean> cancel(String id, Instant now);

    /** Takes a replay that runs and is in nobody's hand, the one that waits longest; empty where there is none. */
    Mono<Hand> receive();

    /** Says that the holder is still at it. */
    Mono<Hold> keep(Hand hand);

    /** Writes down what the holder is going to do. False where it lost its hold, or the replay has ended. */
    Mono<Boolean> intend(Hand hand, Batch batch);

    /**
     * Writes down what became of the batch that was intended, which is over then. Of a replay that was cancelled
     * meanwhile it only counts. A hand records once: what it says a second time, as after a lost connection, is not
     * counted again. False where the holder lost its hold.
     *
     * @param queued those that were queued
     * @param skipped how many were not
     * @param lookAgain when to look for their outcomes first
     */
    Mono<Boolean> record(Hand hand, Batch batch, List<Awaited> queued, int skipped, Duration lookAgain);

    /** How many attempts are awaited. */
    Mono<Integer> awaited(Hand hand);

    /** Those awaited whose time to look has come, longest waiting first. */
    Mono<List<Awaited>> due(Hand hand, int count);

    /**
     * Writes down outcomes. False where the holder lost its hold, or the replay has ended.
     *
     * @param given those that are waited for no longer
     * @param open those that are looked for again, and after how long
     */
    Mono<Boolean> settle(
            Hand hand, List<Awaited> succeeded, List<Awaited> failed, List<Awaited> given, Map<Awaited, Duration> open);

    /**
     * Lets go of the replay, which others may take after the pause.
     *
     * @param faulty whether a fault of ours was the reason; else the faults before are forgotten
     */
    Mono<Void> giveBack(Hand hand, Duration pause, boolean faulty);

    /** Ends the replay. False where the holder lost its hold, or it has ended already. */
    Mono<Boolean> finish(Hand hand, ReplayStatus how, Instant now, @Nullable String faultId);

    /** What became of a wish to start. */
    sealed interface Creation {

        /** It runs, or may. */
        record Created() implements Creation {}

        /** As many of the owner run as may. */
        record TenantFull() implements Creation {}

        /** As many run as may; of tenants, or in all. */
        record Full() implements Creation {}

        /** The owner's replay of this id has the same filter. */
        record Same(String id) implements Creation {}
    }

    /** What a holder has. */
    enum Hold {
        /** The replay, which runs. */
        RUNNING,
        /** The replay, but it was cancelled: what was done is still to be recorded. */
        ENDED,
        /** Nothing: another took it. */
        LOST
    }
}
