package dev.postern.logstore;

import dev.postern.model.DeliveryStatus;
import dev.postern.model.TimeRange;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which failures still stand. Of the deliveries that failed, that the filter means, and that were made up to a moment,
 * it is the latest of each event and destination; save where the destination has taken the event since, up to that
 * moment. What comes later changes nothing: the same query means the same failures for as long as the log has them.
 *
 * @param filter whatever its {@code status} is, it is failures that are meant; where it is SUCCESS, none are
 * @param until the moment
 */
public record FailureQuery(DeliveryFilter filter, Instant until) {

    /** The failed attempts among which the latest is looked for. */
    public DeliveryFilter failures() {
        return with(filter.tenantIds(), filter.eventIds(), filter.destinationIds(), range());
    }

    /** As {@link #failures}, of one event at one destination. */
    DeliveryFilter failuresOf(String tenantId, String eventId, String destinationId) {
        return with(Set.of(tenantId), Set.of(eventId), Set.of(destinationId), range());
    }

    /** Whether the filter asks for what failed not. */
    public boolean none() {
        return filter.status() == DeliveryStatus.SUCCESS;
    }

    /** The filter's range, cut at the moment. */
    private TimeRange range() {
        TimeRange range = filter.time();
        boolean earlier = earlier(range.lt()) || earlier(range.lte());
        return earlier ? range : new TimeRange(range.gt(), range.gte(), null, until);
    }

    private boolean earlier(@Nullable Instant end) {
        return end != null && !end.isAfter(until);
    }

    private DeliveryFilter with(
            Set<String> tenantIds, Set<String> eventIds, Set<String> destinationIds, TimeRange range) {
        return new DeliveryFilter(
                tenantIds,
                eventIds,
                destinationIds,
                filter.destinationTypes(),
                filter.topics(),
                DeliveryStatus.FAILED,
                filter.codes(),
                filter.manual(),
                range,
                filter.eventTime());
    }
}
