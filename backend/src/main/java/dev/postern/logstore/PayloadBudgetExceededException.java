package dev.postern.logstore;

/** What was asked for carries more text than its reader has room for. Reading ended there, in the store too. */
public sealed class PayloadBudgetExceededException extends RuntimeException permits PayloadRoomException {

    private static final long serialVersionUID = 1;

    PayloadBudgetExceededException(long characters) {
        this("The rows carry more than %d characters of payloads, answers and metadata".formatted(characters)
                + " (expected: at most that; ask for smaller pages, or leave them out)");
    }

    PayloadBudgetExceededException(String message) {
        super(message, null, false, false);
    }
}
