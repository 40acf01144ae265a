package dev.postern.api.settings;

import dev.postern.model.Ranges;

/**
 * How many may watch.
 *
 * @param most how many subscriptions a process serves at once (POSTERN_MAX_SUBSCRIPTIONS, default 1,000); at least 1
 * @param perTenant how many of these may be one tenant's (POSTERN_MAX_SUBSCRIPTIONS_PER_TENANT, default 100); at least 1
 * @param batch how many rows one of them reads from the log at once (POSTERN_SUBSCRIPTION_BATCH, default 100); 1 to 1,000
 */
public record SubscriptionSettings(int most, int perTenant, int batch) {

    public static final SubscriptionSettings DEFAULTS = new SubscriptionSettings(1_000, 100, 100);

    public SubscriptionSettings {
        Ranges.requireAtLeast("most", most, 1);
        Ranges.requireAtLeast("perTenant", perTenant, 1);
        Ranges.requireWithin("batch", batch, 1, 1_000);
    }
}
