package dev.postern.api.settings;

import dev.postern.model.Ranges;
import dev.postern.quota.Quota;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What viewers may spend over time.
 *
 * @param tenant each tenant's budget; null for none. 100,000 and 2,500 a second where nothing else is said: some thirty
 *     of the longest pages at once, forty of a person's pages a second for as long as they like
 * @param operator that of all operators together; null for none, as where nothing else is said, for publishers are
 *     operators
 * @param patience how long a query waits to learn what is left, before it runs uncharged; 1 s where nothing else is
 *     said
 */
public record QuotaSettings(
        @Nullable Quota tenant, @Nullable Quota operator, Duration patience) {

    public static final QuotaSettings DEFAULTS =
            new QuotaSettings(new Quota(100_000, 2_500), null, Duration.ofSeconds(1));

    public QuotaSettings {
        Ranges.requirePositive("patience", patience);
    }
}
