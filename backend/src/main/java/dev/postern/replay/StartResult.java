package dev.postern.replay;

/** What became of the wish to start a replay. */
public sealed interface StartResult {

    /** It runs. */
    record Started(Replay replay) implements StartResult {}

    /**
     * The filter means more deliveries than one replay may queue.
     *
     * @param deliveries how many
     * @param most how many it may be
     */
    record TooMany(long deliveries, int most) implements StartResult {}

    /**
     * One with the same filter runs.
     *
     * @param id its id; it is the same owner's
     */
    record Running(String id) implements StartResult {}

    /**
     * As many run as may.
     *
     * @param ofTenant whether it is the tenant's own that are too many
     * @param most how many it may be
     */
    record Full(boolean ofTenant, int most) implements StartResult {}
}
