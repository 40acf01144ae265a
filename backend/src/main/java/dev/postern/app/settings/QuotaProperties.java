package dev.postern.app.settings;

import dev.postern.api.settings.QuotaSettings;
import dev.postern.quota.Quota;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** What GraphQL requests may cost over time. */
@ConfigurationProperties("postern.quota")
public record QuotaProperties(
        @Setting(
                env = "POSTERN_TENANT_COST_BUDGET",
                description = "What each tenant's GraphQL requests may cost at once; what is spent comes back over"
                        + " time. 0 for no bound",
                min = 0,
                max = Quota.MOST)
        @DefaultValue("100000")
        long tenantBudget,

        @Setting(
                env = "POSTERN_TENANT_COST_PER_SECOND",
                description = "How much of a tenant's budget comes back in a second",
                min = 1,
                max = Quota.MOST)
        @DefaultValue("2500")
        long tenantRestoreRate,

        @Setting(
                env = "POSTERN_OPERATOR_COST_BUDGET",
                description = "What all GraphQL requests with the operator's key, those of publishers too, may cost at"
                        + " once. 0 for no bound",
                min = 0,
                max = Quota.MOST)
        @DefaultValue("0")
        long operatorBudget,

        @Setting(
                env = "POSTERN_OPERATOR_COST_PER_SECOND",
                description = "How much of the operator's budget comes back in a second",
                min = 1,
                max = Quota.MOST)
        @DefaultValue("10000")
        long operatorRestoreRate) {

    public QuotaSettings settings() {
        return new QuotaSettings(
                quota(tenantBudget, tenantRestoreRate),
                quota(operatorBudget, operatorRestoreRate),
                QuotaSettings.DEFAULTS.patience());
    }

    private static @Nullable Quota quota(long capacity, long restoreRate) {
        return capacity == 0 ? null : new Quota(capacity, restoreRate);
    }
}
