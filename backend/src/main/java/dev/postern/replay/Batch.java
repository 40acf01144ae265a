package dev.postern.replay;

import dev.postern.model.Cursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one step of a replay is going to do, written down before it does: whoever takes the replay up in the middle
 * does the same, whatever the log says by then.
 *
 * @param targets what is queued once more
 * @param skipped how many more were looked at, and had been taken by their destination meanwhile
 * @param place where the next step begins in the log; null only where there is nothing at all
 * @param end whether there is no next one
 */
public record Batch(
        List<Target> targets, int skipped, @Nullable Cursor place, boolean end) {

    public Batch {
        targets = List.copyOf(targets);
    }
}
