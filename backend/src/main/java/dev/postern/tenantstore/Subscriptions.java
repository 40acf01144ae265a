package dev.postern.tenantstore;

import java.util.Collection;
import java.util.List;

/**
 * What a tenant's destinations subscribe to together; disabled ones count too, as in
 * {@link dev.postern.model.Tenant#topics}.
 *
 * @param topics sorted, each once; {@code *} alone where one of them takes everything
 * @param destinations how many there are
 */
public record Subscriptions(List<String> topics, int destinations) {

    public Subscriptions {
        topics = List.copyOf(topics);
    }

    public static Subscriptions of(Collection<DestinationSummary> summaries) {
        return new Subscriptions(DestinationSummary.topics(summaries), summaries.size());
    }

    /** A change of one destination, as seen by the write that made it: no other write is in it. */
    public record Change(Subscriptions before, Subscriptions after) {

        /** Whether the tenant subscribes to anything else now, or with more or fewer destinations. */
        public boolean isNone() {
            return before.equals(after);
        }
    }
}
