package dev.postern.logstore;

/** There is no room at the moment, for others have it. Reading ended there, in the store too. */
public final class PayloadRoomException extends PayloadBudgetExceededException {

    private static final long serialVersionUID = 1;

    PayloadRoomException() {
        super("The answers under way carry as many payloads as there is memory for"
                + " (expected: fewer at a time; try again in a moment, or ask for smaller pages)");
    }
}
