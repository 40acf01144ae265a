package dev.postern.api.live;

import dev.postern.livelog.LogNotice;
import dev.postern.livelog.Told;
import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.EventFilter;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What filters of lists mean among notices: the same as among rows. */
final class Wanted {

    static Predicate<Told> deliveries(DeliveryFilter filter) {
        return told -> {
            LogNotice notice = told.notice();
            return any(filter.tenantIds(), notice.tenantId())
                    && any(filter.eventIds(), notice.eventId())
                    && any(filter.destinationIds(), notice.destinationId())
                    && any(filter.destinationTypes(), notice.destinationType())
                    && any(filter.topics(), notice.topic())
                    && (filter.status() == null || filter.status() == notice.status())
                    && any(filter.codes(), notice.code())
                    && (filter.manual() == null || filter.manual() == notice.manual())
                    && filter.time().contains(notice.time())
                    && filter.eventTime().contains(notice.eventTime());
        };
    }

    static Predicate<Told> events(EventFilter filter) {
        return told -> {
            LogNotice notice = told.notice();
            return told.bringsItsEvent()
                    && any(filter.tenantIds(), notice.tenantId())
                    && any(filter.ids(), notice.eventId())
                    && any(filter.topics(), notice.topic())
                    && (filter.destinationIds().isEmpty()
                            || notice.matchedDestinationIds().stream().anyMatch(filter.destinationIds()::contains))
                    && filter.time().contains(notice.eventTime());
        };
    }

    private static boolean any(Set<String> wanted, @Nullable String value) {
        return wanted.isEmpty() || (value != null && wanted.contains(value));
    }

    private Wanted() {}
}
