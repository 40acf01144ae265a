package dev.postern.alert;

import java.util.List;
import java.util.Set;

/** What operators can be told of. */
public final class OperatorTopics {

    static final String CONSECUTIVE_FAILURE = "alert.destination.consecutive_failure";
    static final String DISABLED = "alert.destination.disabled";
    static final String EXHAUSTED_RETRIES = "alert.attempt.exhausted_retries";
    static final String ATTEMPT_SUCCESS = "attempt.success";
    static final String ATTEMPT_FAILED = "attempt.failed";
    static final String SUBSCRIPTION = "tenant.subscription.updated";

    public static final String ALL = "*";

    /** Every topic that there is. */
    public static final Set<String> KNOWN =
            Set.of(CONSECUTIVE_FAILURE, DISABLED, EXHAUSTED_RETRIES, ATTEMPT_SUCCESS, ATTEMPT_FAILED, SUBSCRIPTION);

    private final Set<String> wanted;

    /** @param topics of the known ones; {@code *} means all, none means none */
    public OperatorTopics(List<String> topics) {
        wanted = topics.contains(ALL) ? KNOWN : Set.copyOf(topics);
    }

    boolean include(String topic) {
        return wanted.contains(topic);
    }
}
