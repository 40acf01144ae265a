package dev.postern.tenantstore;

import dev.postern.model.Destination;
import dev.postern.model.Event;
import dev.postern.model.Filter;
import dev.postern.model.Topics;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What matching needs to know of a destination: no secrets, and small enough to read all of a
 * tenant's at once.
 */
public record DestinationSummary(
        String id, String type, Topics topics, @Nullable Filter filter, boolean disabled) {

    public static DestinationSummary of(Destination destination) {
        return new DestinationSummary(
                destination.id(),
                destination.type(),
                destination.topics(),
                destination.filter(),
                !destination.enabled());
    }

    /** As {@link TenantStore#match}, among the summaries of the event's tenant's destinations. */
    public static List<String> match(Event event, Collection<DestinationSummary> summaries) {
        var document = new EventDocument(event);
        return summaries.stream()
                .filter(summary ->
                        event.destinationId() == null || event.destinationId().equals(summary.id))
                .filter(summary -> summary.takes(event.topic(), document))
                .map(DestinationSummary::id)
                .sorted()
                .toList();
    }

    /** As {@link dev.postern.model.Tenant#topics}, of the tenant that has these destinations. */
    public static List<String> topics(Collection<DestinationSummary> summaries) {
        if (summaries.stream().anyMatch(summary -> summary.topics.takeAll())) {
            return Topics.ALL.entries();
        }
        return summaries.stream()
                .flatMap(summary -> summary.topics.entries().stream())
                .distinct()
                .sorted()
                .toList();
    }

    private boolean takes(String topic, EventDocument document) {
        return !disabled && topics.take(topic) && (filter == null || filter.matches(document.members()));
    }
}
