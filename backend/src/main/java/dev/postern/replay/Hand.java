package dev.postern.replay;

import dev.postern.logstore.FailureQuery;
import dev.postern.model.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * A replay in hand: what its holder has to know to take it a step further.
 *
 * @param token tells this holder from the one before
 * @param place where the next step begins in the log; null at the beginning
 * @param walked whether all of the log is behind it
 * @param batch what the last holder was at when it was heard of no more; null where nothing is left over
 * @param faults how many steps in a row ended with a fault of ours
 */
public record Hand(
        Replay replay,
        FailureQuery query,
        String token,
        @Nullable Cursor place,
        boolean walked,
        @Nullable Batch batch,
        int faults) {}
