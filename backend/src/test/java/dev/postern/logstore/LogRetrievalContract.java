package dev.postern.logstore;

import static dev.postern.logstore.LogEntries.START;
import static dev.postern.logstore.LogEntries.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.logstore.EventReader.DestinationState;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.EventKey;
import dev.postern.model.LogEntry;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is found by its key. */
public abstract class LogRetrievalContract extends LogInsertContract {

    @Test
    void retrieveEvent_givesTheWholeEvent() {
        LogEntries entry = entry("t1", "a").at(START.plusNanos(1_000));
        Event stored = StoredForm.of(entry.event(), times());
        insert(List.of(entry.build()));

        assertThat(one(events().retrieveEvent("t1", "evt_a"))).isEqualTo(stored);
        assertThat(one(events().retrieveEvent(null, "evt_a"))).isEqualTo(stored);
        assertThat(none(events().retrieveEvent("t1", "evt_b"))).isTrue();
        assertThat(none(events().retrieveEvent("t1", "' or 1=1 --\0"))).isTrue();
    }

    @Test
    void retrieveDelivery_givesTheWholeDelivery() {
        LogEntry entry = entry("t1", "a").build();
        insert(List.of(entry));

        Delivery stored = StoredForm.of(entry.delivery(), StoredForm.of(entry.event(), times()), times());
        assertThat(one(deliveries().retrieveDelivery("t1", "atm_a"))).isEqualTo(stored);
        assertThat(one(deliveries().retrieveDelivery(null, "atm_a"))).isEqualTo(stored);
        assertThat(none(deliveries().retrieveDelivery("t1", "evt_a"))).isTrue();
    }

    /** Two tenants chose the same ids. */
    @Test
    void equalIdsInTwoTenants_areStrangers() {
        insert(List.of(
                entry("t1", "a").data("1").build(),
                entry("t2", "a").data("2").at(START.plusMillis(1)).build()));

        assertThat(one(events().retrieveEvent("t1", "evt_a")).data()).isEqualTo("1");
        assertThat(one(events().retrieveEvent("t2", "evt_a")).data()).isEqualTo("2");
        assertThat(none(events().retrieveEvent("t3", "evt_a"))).isTrue();
        assertThat(one(deliveries().retrieveDelivery("t1", "atm_a")).event().data())
                .isEqualTo("1");
        assertThat(one(deliveries().latestDelivery("t2", "evt_a", "des_1"))
                        .event()
                        .data())
                .isEqualTo("2");
        assertThat(none(deliveries().latestDelivery("t3", "evt_a", "des_1"))).isTrue();
        assertThat(one(events().retrieveEvents(
                                List.of(new EventKey("t1", "evt_a"), new EventKey("t3", "evt_a")),
                                true,
                                PayloadBudget.unlimited())))
                .containsOnlyKeys(new EventKey("t1", "evt_a"));
        assertThat(one(events().destinationStates(List.of(new EventKey("t1", "evt_a")), PayloadBudget.unlimited()))
                        .values())
                .singleElement()
                .satisfies(states ->
                        assertThat(states).extracting(DestinationState::count).containsExactly(1));
        assertThat(list(deliveryQuery(query -> Set.of("evt_a"), "t1")).items())
                .extracting(Delivery::tenantId)
                .containsExactly("t1");
    }

    /** Two tenants' rows with one id at one microsecond are the one thing that can't both be kept. */
    @Test
    protected void equalIdsAtOneInstant_neverTouchTheOtherTenants() {
        insert(List.of(entry("t1", "a").data("1").build()));
        insert(List.of(entry("t2", "a")
                .data("2")
                .outcome(DeliveryStatus.FAILED, "500", "{}")
                .build()));

        Delivery first = one(deliveries().retrieveDelivery("t1", "atm_a"));
        assertThat(first.status()).isEqualTo(DeliveryStatus.SUCCESS);
        assertThat(first.event().data()).isEqualTo("1");
    }

    @Test
    void retrieveEvents_givesThoseThatExist() {
        insert(List.of(
                entry("t1", "a").build(),
                entry("t1", "b").at(START.plusMillis(1)).build()));
        EventKey a = new EventKey("t1", "evt_a");
        EventKey b = new EventKey("t1", "evt_b");
        EventKey c = new EventKey("t1", "evt_c");

        Map<EventKey, Event> whole = one(events().retrieveEvents(List.of(b, c, a, b), true, PayloadBudget.unlimited()));
        assertThat(whole).containsOnlyKeys(a, b);
        assertThat(Objects.requireNonNull(whole.get(a)).data()).isEqualTo("{\"b\":1,\"a\":2}");
        assertThat(one(events().retrieveEvents(List.of(a), false, PayloadBudget.unlimited()))
                        .values())
                .singleElement()
                .extracting(Event::data)
                .isNull();
        assertThat(one(events().retrieveEvents(List.of(), true, PayloadBudget.unlimited())))
                .isEmpty();
    }

    @Test
    void destinationStates_countsAndShowsTheNewest() {
        insert(List.of(
                entry("t1", "a1")
                        .event("evt_a")
                        .outcome(DeliveryStatus.FAILED, "500", "{}")
                        .build(),
                entry("t1", "a2")
                        .event("evt_a")
                        .at(START.plusSeconds(1))
                        .eventAt(START)
                        .attempt(2, false)
                        .build(),
                entry("t1", "a3").event("evt_a").destination("des_2").build(),
                entry("t1", "b1").event("evt_b").build()));
        EventKey a = new EventKey("t1", "evt_a");
        EventKey c = new EventKey("t1", "evt_c");

        Map<EventKey, List<DestinationState>> states =
                one(events().destinationStates(List.of(a, c), PayloadBudget.unlimited()));

        assertThat(states).containsOnlyKeys(a);
        List<DestinationState> found = Objects.requireNonNull(states.get(a));
        assertThat(found).extracting(state -> state.latest().destinationId()).containsExactly("des_1", "des_2");
        assertThat(found).extracting(DestinationState::count).containsExactly(2, 1);
        assertThat(found.getFirst().latest().id()).isEqualTo("atm_a2");
        assertThat(found.getFirst().latest().event().data()).isNull();
        assertThat(found.getFirst().latest().response()).isNull();
        assertThat(one(events().destinationStates(List.of(), PayloadBudget.unlimited())))
                .isEmpty();
    }

    /** The retry dispatcher asks how far an event has come. */
    @Test
    void latestDelivery_isTheNewestAtTheDestination() {
        insert(List.of(
                entry("t1", "a1").event("evt_a").build(),
                entry("t1", "a2")
                        .event("evt_a")
                        .at(START.plusSeconds(1))
                        .attempt(2, true)
                        .build(),
                entry("t1", "a3")
                        .event("evt_a")
                        .at(START.plusSeconds(2))
                        .destination("des_2")
                        .build()));

        Delivery latest = one(deliveries().latestDelivery("t1", "evt_a", "des_1"));
        assertThat(latest.attemptNumber()).isEqualTo(2);
        assertThat(latest.manual()).isTrue();
        assertThat(latest.event().data()).isEqualTo("{\"b\":1,\"a\":2}");
        assertThat(none(deliveries().latestDelivery("t1", "evt_a", "des_3"))).isTrue();
    }
}
