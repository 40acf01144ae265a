package dev.postern.queue;

import dev.postern.model.Cursor;
import dev.postern.model.Page;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The dead letters of one queue. Each is in here or in the queue, never in neither: an adapter that
 * can't move one in a single step has it in both for a moment.
 */
public interface DeadLetters {

    /** The most letters of one page, and of one call. */
    int MAX_LETTERS = 1_000;

    /**
     * Newest first, by when they were set aside.
     *
     * @param limit 1 to 1,000
     * @param after the place of the last letter of the page before, which need not be there any more;
     *     null for the newest
     */
    Mono<Page<DeadLetter>> list(int limit, @Nullable Cursor after);

    /** Empty where there is none of that id, whatever the id looks like. */
    Mono<DeadLetter> retrieve(String id);

    /** How many there are. */
    Mono<Long> count();

    /**
     * Puts letters back into their queue, at its end, as if they had just been published: nothing counts
     * against them any more. Fails with {@link QueueFullException}, nothing being moved, where the queue
     * has no room for all.
     *
     * @param ids at most 1,000
     * @return the ids of those that went back; what isn't there is passed over
     */
    Mono<Set<String>> redrive(Collection<String> ids);

    /**
     * Destroys letters.
     *
     * @param ids at most 1,000
     * @return the ids of those that were there
     */
    Mono<Set<String>> discard(Collection<String> ids);

    /** Throws unless a page or a call may be that large. */
    static void require(String name, int letters, int least) {
        if (letters < least || letters > MAX_LETTERS) {
            throw new IllegalArgumentException(
                    "%s: %d (expected: %d..%d)".formatted(name, letters, least, MAX_LETTERS));
        }
    }
}
