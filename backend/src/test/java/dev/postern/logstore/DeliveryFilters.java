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

/** What deliveries are filtered by, and what that means. */
record DeliveryFilters(
        Set<String> events,
        Set<String> destinations,
        Set<String> types,
        Set<String> topics,
        @Nullable DeliveryStatus status,
        Set<String> codes,
        @Nullable Boolean manual,
        TimeRange time,
        TimeRange eventTime,
        Set<String> tenants) {

    static final DeliveryFilters NONE = new DeliveryFilters(
            Set.of(), Set.of(), Set.of(), Set.of(), null, Set.of(), null, TimeRange.ANY, TimeRange.ANY, Set.of());

    private static final TimeRange MIDDLE = new TimeRange(START.plusMillis(9), null, null, START.plusMillis(45));
    private static final TimeRange EARLY = new TimeRange(null, START, START.plusSeconds(4), null);

    static List<DeliveryFilters> all() {
        return List.of(
                NONE,
                new DeliveryFilters(
                        Set.of("evt_3"),
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        null,
                        Set.of(),
                        null,
                        TimeRange.ANY,
                        TimeRange.ANY,
                        Set.of()),
                new DeliveryFilters(
                        Set.of("evt_3", "evt_8", "evt_12", "x"),
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        null,
                        Set.of(),
                        null,
                        TimeRange.ANY,
                        TimeRange.ANY,
                        Set.of()),
                new DeliveryFilters(
                        Set.of(),
                        Set.of("des_1"),
                        Set.of(),
                        Set.of(),
                        null,
                        Set.of(),
                        null,
                        TimeRange.ANY,
                        TimeRange.ANY,
                        Set.of()),
                new DeliveryFilters(
                        Set.of(),
                        Set.of("des_1", "des_2"),
                        Set.of(),
                        Set.of(),
                        null,
                        Set.of(),
                        null,
                        TimeRange.ANY,
                        TimeRange.ANY,
                        Set.of()),
                new DeliveryFilters(
                        Set.of(),
                        Set.of(),
                        Set.of("aws_sqs"),
                        Set.of(),
                        null,
                        Set.of(),
                        null,
                        TimeRange.ANY,
                        TimeRange.ANY,
                        Set.of()),
                new DeliveryFilters(
                        Set.of(),
                        Set.of(),
                        Set.of("aws_sqs", "webhook"),
                        Set.of(),
                        null,
                        Set.of(),
                        null,
                        TimeRange.ANY,
                        TimeRange.ANY,
                        Set.of()),
                new DeliveryFilters(
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        Set.of("topic.1"),
                        null,
                        Set.of(),
                        null,
                        TimeRange.ANY,
                        TimeRange.ANY,
                        Set.of()),
                new DeliveryFilters(
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        Set.of("topic.1", "topic.0"),
                        null,
                        Set.of(),
                        null,
                        TimeRange.ANY,
                        TimeRange.ANY,
                        Set.of()),
                new DeliveryFilters(
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        DeliveryStatus.FAILED,
                        Set.of(),
                        null,
                        TimeRange.ANY,
                        TimeRange.ANY,
                        Set.of()),
                new DeliveryFilters(
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        null,
                        Set.of("200", "201"),
                        null,
                        TimeRange.ANY,
                        TimeRange.ANY,
                        Set.of()),
                new DeliveryFilters(
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        null,
                        Set.of(),
                        true,
                        TimeRange.ANY,
                        TimeRange.ANY,
                        Set.of()),
                new DeliveryFilters(
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        null,
                        Set.of(),
                        false,
                        TimeRange.ANY,
                        TimeRange.ANY,
                        Set.of()),
                new DeliveryFilters(
                        Set.of(), Set.of(), Set.of(), Set.of(), null, Set.of(), null, MIDDLE, TimeRange.ANY, Set.of()),
                new DeliveryFilters(
                        Set.of(), Set.of(), Set.of(), Set.of(), null, Set.of(), null, TimeRange.ANY, EARLY, Set.of()),
                new DeliveryFilters(
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        null,
                        Set.of(),
                        null,
                        TimeRange.ANY,
                        TimeRange.ANY,
                        Set.of("t1")),
                new DeliveryFilters(
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        null,
                        Set.of(),
                        null,
                        TimeRange.ANY,
                        TimeRange.ANY,
                        Set.of("t0", "t1", "x,\"{}\\")));
    }

    DeliveryFilters and(DeliveryFilters other) {
        return new DeliveryFilters(
                either(events, other.events),
                either(destinations, other.destinations),
                either(types, other.types),
                either(topics, other.topics),
                status == null ? other.status : status,
                either(codes, other.codes),
                manual == null ? other.manual : manual,
                time.equals(TimeRange.ANY) ? other.time : time,
                eventTime.equals(TimeRange.ANY) ? other.eventTime : eventTime,
                either(tenants, other.tenants));
    }

    DeliveryQuery query(@Nullable String tenant, PageRequest page, boolean withData, boolean withResponse) {
        return new DeliveryQuery(
                tenant == null ? tenants : Set.of(tenant),
                events,
                destinations,
                types,
                topics,
                status,
                codes,
                manual,
                time,
                eventTime,
                page,
                withData,
                withResponse);
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

    static Set<String> either(Set<String> one, Set<String> other) {
        return one.isEmpty() ? other : one;
    }

    static boolean has(Set<String> wanted, @Nullable String value) {
        return wanted.isEmpty() || (value != null && wanted.contains(value));
    }
}
