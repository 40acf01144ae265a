package dev.postern.logstore;

import static dev.postern.logstore.LogEntries.START;

import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.PageRequest;
import dev.postern.model.TimeRange;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What deliveries are filtered by, piece by piece, and what that means. */
final class DeliveryFilters {

    private static final TimeRange MIDDLE = new TimeRange(START.plusMillis(9), null, null, START.plusMillis(45));
    private static final TimeRange EARLY = new TimeRange(null, START, START.plusSeconds(4), null);

    private Set<String> tenants = Set.of();
    private Set<String> events = Set.of();
    private Set<String> destinations = Set.of();
    private Set<String> types = Set.of();
    private Set<String> topics = Set.of();
    private @Nullable DeliveryStatus status;
    private Set<String> codes = Set.of();
    private @Nullable Boolean manual;
    private TimeRange time = TimeRange.ANY;
    private TimeRange eventTime = TimeRange.ANY;

    static DeliveryFilters any() {
        return new DeliveryFilters();
    }

    static List<DeliveryFilters> all() {
        return List.of(
                any(),
                any().events("evt_3"),
                any().events("evt_3", "evt_8", "evt_12", "x"),
                any().destinations("des_1"),
                any().destinations("des_1", "des_2"),
                any().types("aws_sqs"),
                any().types("aws_sqs", "webhook"),
                any().topics("topic.1"),
                any().topics("topic.1", "topic.0"),
                any().status(DeliveryStatus.FAILED),
                any().codes("200", "201"),
                any().manual(true),
                any().manual(false),
                any().time(MIDDLE),
                any().eventTime(EARLY),
                any().tenants("t1"),
                any().tenants("t0", "t1", "x,\"{}\\"));
    }

    DeliveryFilters tenants(String... ids) {
        tenants = Set.of(ids);
        return this;
    }

    DeliveryFilters events(String... ids) {
        events = Set.of(ids);
        return this;
    }

    DeliveryFilters destinations(String... ids) {
        destinations = Set.of(ids);
        return this;
    }

    DeliveryFilters types(String... wanted) {
        types = Set.of(wanted);
        return this;
    }

    DeliveryFilters topics(String... wanted) {
        topics = Set.of(wanted);
        return this;
    }

    DeliveryFilters status(DeliveryStatus wanted) {
        status = wanted;
        return this;
    }

    DeliveryFilters codes(String... wanted) {
        codes = Set.of(wanted);
        return this;
    }

    DeliveryFilters manual(boolean wanted) {
        manual = wanted;
        return this;
    }

    DeliveryFilters time(TimeRange range) {
        time = range;
        return this;
    }

    DeliveryFilters eventTime(TimeRange range) {
        eventTime = range;
        return this;
    }

    /** A new one, with what either of the two says; where both do, with this one's. */
    DeliveryFilters and(DeliveryFilters other) {
        DeliveryFilters both = new DeliveryFilters();
        both.tenants = either(tenants, other.tenants);
        both.events = either(events, other.events);
        both.destinations = either(destinations, other.destinations);
        both.types = either(types, other.types);
        both.topics = either(topics, other.topics);
        both.status = status == null ? other.status : status;
        both.codes = either(codes, other.codes);
        both.manual = manual == null ? other.manual : manual;
        both.time = time.equals(TimeRange.ANY) ? other.time : time;
        both.eventTime = eventTime.equals(TimeRange.ANY) ? other.eventTime : eventTime;
        return both;
    }

    DeliveryFilter filter() {
        return new DeliveryFilter(tenants, events, destinations, types, topics, status, codes, manual, time, eventTime);
    }

    /** Without payloads and answers. */
    DeliveryQuery query(PageRequest page) {
        return DeliveryQuery.of(filter(), page, false, false);
    }

    Predicate<Delivery> matches() {
        return delivery -> has(events, delivery.eventId())
                && has(destinations, delivery.destinationId())
                && has(types, delivery.destinationType())
                && has(topics, delivery.event().topic())
                && (status == null || status == delivery.status())
                && has(codes, delivery.code())
                && (manual == null || manual == delivery.manual())
                && time.contains(delivery.time())
                && eventTime.contains(delivery.event().time())
                && has(tenants, delivery.tenantId());
    }

    @Override
    public String toString() {
        return filter().toString();
    }

    static Set<String> either(Set<String> one, Set<String> other) {
        return one.isEmpty() ? other : one;
    }

    static boolean has(Set<String> wanted, @Nullable String value) {
        return wanted.isEmpty() || (value != null && wanted.contains(value));
    }

    private DeliveryFilters() {}
}
