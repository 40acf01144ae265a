package dev.postern.logstore;

/** What was asked for carries more text than its reader has room for. Reading ended there, in the store too. */
public final class PayloadBudgetExceededException extends RuntimeException {

    private static final long serialVersionUID = 1;

    PayloadBudgetExceededException(long characters) {
        super(
                "The rows carry more than %d characters of payloads, answers and metadata".formatted(characters)
                        + " (expected: at most that; ask for smaller pages, or leave them out)",
                null,
                false,
                false);
    }
}
