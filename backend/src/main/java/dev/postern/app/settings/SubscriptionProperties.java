package dev.postern.app.settings;

import dev.postern.api.settings.SubscriptionSettings;
import dev.postern.livelog.LiveLogSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Who watches what happens. */
@ConfigurationProperties("postern.subscriptions")
public record SubscriptionProperties(
        @Setting(
                env = "POSTERN_MAX_SUBSCRIPTIONS",
                description = "How many GraphQL subscriptions a process serves at once",
                min = 1,
                max = 1_000_000)
        @DefaultValue("1000")
        int max,

        @Setting(
                env = "POSTERN_MAX_SUBSCRIPTIONS_PER_TENANT",
                description = "How many of these subscriptions may be those of one tenant's people",
                min = 1,
                max = 1_000_000)
        @DefaultValue("100")
        int maxPerTenant,

        @Setting(
                env = "POSTERN_SUBSCRIPTION_BUFFER",
                description =
                        "How many events or deliveries may wait for one subscriber who reads slowly; what would be"
                                + " more is left out, and the next answer says how many",
                min = 1,
                max = 1_000_000)
        @DefaultValue("1000")
        int buffer,

        @Setting(
                env = "POSTERN_SUBSCRIPTION_BATCH",
                description = "How many of what waits for one subscriber is read from the log at once",
                min = 1,
                max = 1_000)
        @DefaultValue("100")
        int batch) {

    /** The limits that these settings describe. */
    public SubscriptionSettings limits() {
        return new SubscriptionSettings(max, maxPerTenant, batch);
    }

    /** How what is watched travels. */
    public LiveLogSettings live() {
        return LiveLogSettings.DEFAULTS.withBuffer(buffer);
    }
}
