package dev.postern.api.query;

import dev.postern.logstore.PayloadBudget;
import dev.postern.logstore.PayloadRoom;
import graphql.GraphQLContext;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * How much text of payloads and destinations' answers one GraphQL answer may still carry, and all calls to the log
 * for it may read. How long a page is says little of it, and an answer is written as a whole.
 */
public final class AnswerBudget {

    private final long characters;
    private final AtomicLong left;
    private final PayloadBudget reading;

    /**
     * @param characters how much there is
     * @param room what all answers share
     */
    public AnswerBudget(long characters, PayloadRoom room) {
        this.characters = characters;
        this.left = new AtomicLong(characters);
        this.reading = new PayloadBudget(characters, room);
    }

    /** That of the request. */
    public static AnswerBudget of(GraphQLContext context) {
        AnswerBudget budget = context.get(AnswerBudget.class);
        if (budget == null) {
            throw new IllegalStateException("the request has no budget");
        }
        return budget;
    }

    /**
     * What the log's readers take from as they read: the answer's own room says too late that a page is too large.
     * The two are counted apart, for a field may be asked for twice, and what is read may never be asked for.
     */
    public PayloadBudget reading() {
        return reading;
    }

    /**
     * Takes room for the answer's text, as far as it is longer than what was read for it.
     *
     * @param length how long it will be
     * @throws dev.postern.logstore.PayloadBudgetExceededException where one answer may not be so long
     * @throws dev.postern.logstore.PayloadRoomException where others have the room
     */
    public void write(long length) {
        long more = length - reading.taken();
        if (more > 0) {
            reading.take(more);
        }
    }

    /** The answer has been written, or nobody waits for it. */
    public void release() {
        reading.release();
    }

    /** Whether there is still room for the text. */
    public boolean take(@Nullable String text) {
        return text == null || left.addAndGet(-text.length()) >= 0;
    }

    /** Whether more was asked for than there was room for. */
    public boolean exceeded() {
        return left.get() < 0 || reading.exceeded();
    }

    /** How much there was in all. */
    public long characters() {
        return characters;
    }
}
