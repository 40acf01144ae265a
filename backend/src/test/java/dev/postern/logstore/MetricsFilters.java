package dev.postern.logstore;

import dev.postern.model.DeliveryStatus;
import dev.postern.model.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Filters of {@link MetricsData}, and what each of them leaves, by hand. */
final class MetricsFilters {

    private static final TimeRange WEEK =
            new TimeRange(null, Instant.parse(MetricsData.MONDAY), Instant.parse(MetricsData.NEW_YEAR), null);
    private static final TimeRange EARLY = new TimeRange(null, null, null, Instant.parse(MetricsData.MONDAY));

    /** What a filter leaves of the deliveries. */
    record OfDeliveries(DeliveryFilter filter, Set<String> left) {}

    /** What a filter leaves of the events. */
    record OfEvents(EventFilter filter, Set<String> left) {}

    static List<OfDeliveries> deliveries() {
        return List.of(
                new OfDeliveries(
                        DeliveryFilter.ANY, Set.of("a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "g1", "g2")),
                new OfDeliveries(tenants("acme"), Set.of("a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8")),
                new OfDeliveries(
                        tenants("acme", "globex"), Set.of("a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "g1", "g2")),
                new OfDeliveries(tenants("nobody"), Set.of()),
                new OfDeliveries(lists(Set.of("evt_a2"), Set.of(), Set.of(), Set.of()), Set.of("a2", "a3", "a4")),
                new OfDeliveries(
                        lists(Set.of(), Set.of("des_1"), Set.of(), Set.of()),
                        Set.of("a1", "a2", "a3", "a4", "g1", "g2")),
                new OfDeliveries(
                        lists(Set.of(), Set.of("des_2", "des_ü"), Set.of(), Set.of()), Set.of("a5", "a6", "a7", "a8")),
                new OfDeliveries(lists(Set.of(), Set.of(), Set.of("aws_sqs"), Set.of()), Set.of("a5", "a6")),
                new OfDeliveries(
                        lists(Set.of(), Set.of(), Set.of(), Set.of("order.paid", MetricsData.EMOJI_TOPIC)),
                        Set.of("a5", "a6", "a8", "g2")),
                new OfDeliveries(ends(DeliveryStatus.FAILED, Set.of(), null), Set.of("a2", "a3", "a5", "g2")),
                new OfDeliveries(ends(null, Set.of("500", "ok"), null), Set.of("a2", "a3", "a6")),
                new OfDeliveries(ends(null, Set.of(), true), Set.of("a4")),
                new OfDeliveries(
                        ends(null, Set.of(), false), Set.of("a1", "a2", "a3", "a5", "a6", "a7", "a8", "g1", "g2")),
                new OfDeliveries(times(WEEK, TimeRange.ANY), Set.of("a2", "a3", "a4", "g1")),
                new OfDeliveries(times(TimeRange.ANY, EARLY), Set.of("a1", "a2", "a3", "a4")));
    }

    static List<OfEvents> events() {
        return List.of(
                new OfEvents(EventFilter.ANY, Set.of("a1", "a2", "a5", "a6", "a7", "a8", "g1", "g2")),
                new OfEvents(
                        events(Set.of("acme"), Set.of(), Set.of(), Set.of(), TimeRange.ANY),
                        Set.of("a1", "a2", "a5", "a6", "a7", "a8")),
                new OfEvents(
                        events(Set.of("globex", "nobody"), Set.of(), Set.of(), Set.of(), TimeRange.ANY),
                        Set.of("g1", "g2")),
                new OfEvents(
                        events(Set.of(), Set.of("evt_a2", "evt_g1"), Set.of(), Set.of(), TimeRange.ANY),
                        Set.of("a2", "g1")),
                new OfEvents(
                        events(Set.of(), Set.of(), Set.of("des_1"), Set.of(), TimeRange.ANY),
                        Set.of("a1", "a2", "g1", "g2")),
                new OfEvents(
                        events(Set.of(), Set.of(), Set.of("des_2", "des_ü"), Set.of(), TimeRange.ANY),
                        Set.of("a5", "a6", "a7", "a8")),
                new OfEvents(
                        events(Set.of(), Set.of(), Set.of(), Set.of("order.paid"), TimeRange.ANY),
                        Set.of("a5", "a6", "g2")),
                new OfEvents(events(Set.of(), Set.of(), Set.of(), Set.of(), WEEK), Set.of("a2", "g1")));
    }

    /** Every two that don't both speak of the same thing, as one. */
    static List<OfDeliveries> pairsOfDeliveries() {
        List<OfDeliveries> pairs = new ArrayList<>();
        for (OfDeliveries one : deliveries()) {
            for (OfDeliveries other : deliveries()) {
                DeliveryFilter a = one.filter();
                DeliveryFilter b = other.filter();
                boolean apart = apart(a.tenantIds(), b.tenantIds())
                        && apart(a.eventIds(), b.eventIds())
                        && apart(a.destinationIds(), b.destinationIds())
                        && apart(a.destinationTypes(), b.destinationTypes())
                        && apart(a.topics(), b.topics())
                        && apart(a.codes(), b.codes())
                        && (a.status() == null || b.status() == null)
                        && (a.manual() == null || b.manual() == null)
                        && (a.time().equals(TimeRange.ANY) || b.time().equals(TimeRange.ANY))
                        && (a.eventTime().equals(TimeRange.ANY) || b.eventTime().equals(TimeRange.ANY));
                if (apart) {
                    pairs.add(new OfDeliveries(
                            new DeliveryFilter(
                                    both(a.tenantIds(), b.tenantIds()),
                                    both(a.eventIds(), b.eventIds()),
                                    both(a.destinationIds(), b.destinationIds()),
                                    both(a.destinationTypes(), b.destinationTypes()),
                                    both(a.topics(), b.topics()),
                                    a.status() == null ? b.status() : a.status(),
                                    both(a.codes(), b.codes()),
                                    a.manual() == null ? b.manual() : a.manual(),
                                    a.time().equals(TimeRange.ANY) ? b.time() : a.time(),
                                    a.eventTime().equals(TimeRange.ANY) ? b.eventTime() : a.eventTime()),
                            common(one.left(), other.left())));
                }
            }
        }
        return pairs;
    }

    static List<OfEvents> pairsOfEvents() {
        List<OfEvents> pairs = new ArrayList<>();
        for (OfEvents one : events()) {
            for (OfEvents other : events()) {
                EventFilter a = one.filter();
                EventFilter b = other.filter();
                boolean apart = apart(a.tenantIds(), b.tenantIds())
                        && apart(a.ids(), b.ids())
                        && apart(a.destinationIds(), b.destinationIds())
                        && apart(a.topics(), b.topics())
                        && (a.time().equals(TimeRange.ANY) || b.time().equals(TimeRange.ANY));
                if (apart) {
                    pairs.add(new OfEvents(
                            events(
                                    both(a.tenantIds(), b.tenantIds()),
                                    both(a.ids(), b.ids()),
                                    both(a.destinationIds(), b.destinationIds()),
                                    both(a.topics(), b.topics()),
                                    a.time().equals(TimeRange.ANY) ? b.time() : a.time()),
                            common(one.left(), other.left())));
                }
            }
        }
        return pairs;
    }

    static DeliveryFilter tenants(String... ids) {
        return new DeliveryFilter(
                Set.of(ids),
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                null,
                Set.of(),
                null,
                TimeRange.ANY,
                TimeRange.ANY);
    }

    static EventFilter events(
            Set<String> tenants, Set<String> ids, Set<String> destinations, Set<String> topics, TimeRange time) {
        return new EventFilter(tenants, ids, destinations, topics, time);
    }

    private static DeliveryFilter lists(
            Set<String> events, Set<String> destinations, Set<String> types, Set<String> topics) {
        return new DeliveryFilter(
                Set.of(), events, destinations, types, topics, null, Set.of(), null, TimeRange.ANY, TimeRange.ANY);
    }

    private static DeliveryFilter ends(@Nullable DeliveryStatus status, Set<String> codes, @Nullable Boolean manual) {
        return new DeliveryFilter(
                Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), status, codes, manual, TimeRange.ANY, TimeRange.ANY);
    }

    private static DeliveryFilter times(TimeRange time, TimeRange eventTime) {
        return new DeliveryFilter(
                Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), null, Set.of(), null, time, eventTime);
    }

    private static boolean apart(Set<String> one, Set<String> other) {
        return one.isEmpty() || other.isEmpty();
    }

    private static Set<String> both(Set<String> one, Set<String> other) {
        return one.isEmpty() ? other : one;
    }

    private static Set<String> common(Set<String> one, Set<String> other) {
        Set<String> common = new LinkedHashSet<>(one);
        common.retainAll(other);
        return common;
    }

    private MetricsFilters() {}
}
