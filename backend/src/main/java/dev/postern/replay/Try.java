package dev.postern.replay;

/** What came of queueing a target. */
sealed interface Try {

    /** As those tell it who deliver. */
    static Try of(Target target, Redelivery.Result result) {
        return switch (result) {
            case Redelivery.Result.Queued(int attempt) -> new Queued(target, attempt);
            case Redelivery.Result.Refused() -> new Skipped(target);
            case Redelivery.Result.Busy() -> new Busy(target);
        };
    }

    /**
     * It is queued.
     *
     * @param attempt as in {@link Redelivery.Result.Queued}
     */
    record Queued(Target target, int attempt) implements Try {}

    /** It can't be queued, however often it is tried. */
    record Skipped(Target target) implements Try {}

    /** Another process is at it. */
    record Busy(Target target) implements Try {}

    /** Whether it is queued isn't known: a store or queue has trouble. */
    record OutOfReach(Target target, Throwable error) implements Try {}
}
