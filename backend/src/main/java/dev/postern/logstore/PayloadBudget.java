package dev.postern.logstore;

import dev.postern.model.Delivery;
import dev.postern.model.Event;
import dev.postern.model.Ranges;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * How many characters of payloads, destinations' answers and metadata may still be read for one purpose, by
 * however many calls of a reader, at once or one after another. A store takes from it row by row, as they come;
 * the row beyond a page, which only says that there are more, costs nothing.
 */
public final class PayloadBudget {

    private final long characters;
    private final AtomicLong left;
    private final @Nullable PayloadRoom room;
    private volatile boolean exceeded;
    private long held;
    private boolean large;
    private boolean released;

    /**
     * @param characters how many there are, from 0
     */
    public PayloadBudget(long characters) {
        this(characters, null);
    }

    /**
     * @param characters how many there are, from 0
     * @param room where they are taken from as well; until {@link #release} they stay taken. Null: from nowhere
     */
    public PayloadBudget(long characters, @Nullable PayloadRoom room) {
        Ranges.requireAtLeast("characters", characters, 0);
        this.characters = characters;
        this.left = new AtomicLong(characters);
        this.room = room;
    }

    /** One that is never used up: for who knows how large the rows are. */
    public static PayloadBudget unlimited() {
        return new PayloadBudget(Long.MAX_VALUE);
    }

    /** What the event carries. */
    public static long carriedBy(Event event) {
        long sum = length(event.data());
        for (Map.Entry<String, String> entry : event.metadata().entrySet()) {
            sum += entry.getKey().length() + entry.getValue().length();
        }
        return sum;
    }

    /** What the delivery carries, its event's part among it. */
    public static long carriedBy(Delivery delivery) {
        return carriedBy(delivery.event()) + length(delivery.response());
    }

    /**
     * Takes what the event carries, and gives the event back.
     *
     * @throws PayloadBudgetExceededException where there isn't enough left
     */
    public Event take(Event event) {
        take(carriedBy(event));
        return event;
    }

    /**
     * Takes what the delivery carries, and gives the delivery back.
     *
     * @throws PayloadBudgetExceededException where there isn't enough left
     */
    public Delivery take(Delivery delivery) {
        take(carriedBy(delivery));
        return delivery;
    }

    /**
     * Takes so many.
     *
     * @throws PayloadBudgetExceededException where there aren't enough left
     * @throws PayloadRoomException where others have the room
     */
    public void take(long wanted) {
        if (left.addAndGet(-wanted) < 0) {
            throw refusal();
        }
        hold(wanted);
    }

    private synchronized void hold(long wanted) {
        if (room == null || large) {
            return;
        }
        // Rows that come when nobody waits for them any more find no room either.
        if (released) {
            throw new PayloadRoomException();
        }
        if (room.take(held, wanted)) {
            held += wanted;
        } else if (room.enter()) {
            large = true;
            room.putBack(held);
            held = 0;
        } else {
            throw new PayloadRoomException();
        }
    }

    /** For a store that knows by itself that there isn't enough left. */
    public PayloadBudgetExceededException refusal() {
        exceeded = true;
        return new PayloadBudgetExceededException(characters);
    }

    /** Puts back what was taken for rows that were dropped again. */
    public void putBack(long unused) {
        left.addAndGet(unused);
        synchronized (this) {
            if (room != null && !large && !released) {
                held -= unused;
                room.putBack(unused);
            }
        }
    }

    /** Gives the room back: what was read is no longer in memory. Nothing more can be taken. */
    public synchronized void release() {
        if (room == null || released) {
            return;
        }
        released = true;
        if (large) {
            large = false;
            room.leave();
        } else {
            room.putBack(held);
        }
    }

    /** How many are taken. */
    public long taken() {
        return characters - left.get();
    }

    /** How many there were in all. */
    public long characters() {
        return characters;
    }

    /** Whether more was asked for than there was. */
    public boolean exceeded() {
        return exceeded;
    }

    private static long length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }
}
