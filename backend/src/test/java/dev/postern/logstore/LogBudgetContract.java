package dev.postern.logstore;

import static dev.postern.logstore.LogEntries.START;
import static dev.postern.logstore.LogEntries.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.model.DeliveryStatus;
import dev.postern.model.EventKey;
import dev.postern.model.PageRequest;
import dev.postern.model.PageRequest.Direction;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

/** What reading may cost, whatever the length of a page. */
public abstract class LogBudgetContract extends LogListContract {

    private static final int ROWS = 20;

    /** Of each row: the payload, the answer, and metadata. */
    private static final int DATA = 1_000;

    private static final int RESPONSE = 100;
    private static final int METADATA = "source".length() + "test".length();

    /** A page that is exactly as large as it may be: that there are more rows is no part of it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, ROWS - 1, ROWS})
    void pages_thatFit_areRead(int limit) {
        insertRows();
        for (Direction direction : Direction.values()) {
            for (boolean backward : List.of(false, true)) {
                PageRequest page = new PageRequest(limit, direction, null, backward);
                assertThat(one(deliveries()
                                        .listDeliveries(
                                                DeliveryQuery.of("t1", page),
                                                new PayloadBudget((long) limit * (DATA + RESPONSE + METADATA))))
                                .items())
                        .hasSize(limit)
                        .allSatisfy(delivery -> {
                            assertThat(delivery.event().data()).hasSize(DATA);
                            assertThat(delivery.response()).hasSize(RESPONSE);
                        });
                assertThat(one(events().listEvents(
                                                EventQuery.of("t1", page),
                                                new PayloadBudget((long) limit * (DATA + METADATA))))
                                .items())
                        .hasSize(limit)
                        .allSatisfy(event -> assertThat(event.data()).hasSize(DATA));
            }
        }
    }

    @Test
    void pages_thatAreTooLarge_fail() {
        insertRows();
        PageRequest five = PageRequest.first(5);

        assertFails(
                5 * (DATA + RESPONSE + METADATA),
                budget -> deliveries().listDeliveries(DeliveryQuery.of("t1", five), budget));
        assertFails(
                5 * (RESPONSE + METADATA),
                budget -> deliveries().listDeliveries(only("t1", five, false, true), budget));
        assertFails(
                5 * (DATA + METADATA), budget -> deliveries().listDeliveries(only("t1", five, true, false), budget));
        assertFails(5 * METADATA, budget -> deliveries().listDeliveries(only("t1", five, false, false), budget));
        assertFails(5 * (DATA + METADATA), budget -> events().listEvents(EventQuery.of("t1", five), budget));
        List<EventKey> keys = IntStream.range(0, 5)
                .mapToObj(i -> new EventKey("t1", "evt_" + i))
                .toList();
        assertFails(5 * (DATA + METADATA), budget -> events().retrieveEvents(keys, true, budget));
        assertFails(5 * METADATA, budget -> events().retrieveEvents(keys, false, budget));
        assertFails(5 * METADATA, budget -> events().destinationStates(keys, budget));
    }

    /** The nested lists of a page: each is short, and together they are too large. */
    @Test
    void severalPages_haveOneBudget() {
        insertRows();
        List<DeliveryQuery> nested = IntStream.range(0, ROWS)
                .mapToObj(i -> deliveryQuery(tenant -> Set.of("evt_" + i), "t1"))
                .toList();
        List<DeliveryQuery> unlike =
                List.of(only("t1", PageRequest.first(3), true, true), only("t2", PageRequest.first(1), true, true));

        assertFails(ROWS * (DATA + RESPONSE + METADATA), budget -> deliveries().listDeliveries(nested, budget));
        assertFails(4 * (DATA + RESPONSE + METADATA), budget -> deliveries().listDeliveries(unlike, budget));
        assertFails(
                4 * (DATA + METADATA),
                budget -> events().listEvents(
                                List.of(
                                        EventQuery.of("t1", PageRequest.first(2)),
                                        EventQuery.of("t2", PageRequest.first(2))),
                                budget));
        // And so have calls one after another.
        assertFails(
                2 * (DATA + METADATA),
                budget -> events().listEvents(EventQuery.of("t1", PageRequest.first(1)), budget)
                        .then(events().listEvents(EventQuery.of("t2", PageRequest.first(1)), budget)));
    }

    /** Somebody's script asks again and again for what is too large: others' pages come as before. */
    @Test
    void afterPagesThatAreTooLarge_othersCome() {
        insertRows();

        for (int i = 0; i < 40; i++) {
            PayloadBudget small = new PayloadBudget((long) (i % ROWS) * DATA);
            assertThatThrownBy(() ->
                            one(deliveries().listDeliveries(DeliveryQuery.of("t1", PageRequest.first(ROWS)), small)))
                    .isInstanceOf(PayloadBudgetExceededException.class);
            assertThat(list(DeliveryQuery.of("t2", PageRequest.first(ROWS))).items())
                    .hasSize(ROWS);
        }
    }

    private void insertRows() {
        for (String tenant : List.of("t1", "t2")) {
            insert(IntStream.range(0, ROWS)
                    .mapToObj(i -> entry(tenant, tenant + "_" + i)
                            .event("evt_" + i)
                            .at(START.plusMillis(i).plusSeconds(tenant.equals("t1") ? 0 : 60))
                            .data("\"" + "x".repeat(DATA - 2) + "\"")
                            .outcome(DeliveryStatus.SUCCESS, "200", "\"" + "y".repeat(RESPONSE - 2) + "\"")
                            .metadata(Map.of("source", "test"))
                            .build())
                    .toList());
        }
    }

    private static DeliveryQuery only(String tenant, PageRequest page, boolean withData, boolean withResponse) {
        return DeliveryQuery.of(
                DeliveryFilters.any().tenants(tenant).query(page).filter(), page, withData, withResponse);
    }

    /** With so much it is read, with one less it is not. */
    private static void assertFails(int characters, Reading reading) {
        assertThat(one(reading.within(new PayloadBudget(characters)))).isNotNull();
        PayloadBudget budget = new PayloadBudget(characters - 1);
        assertThatThrownBy(() -> one(reading.within(budget)))
                .isInstanceOf(PayloadBudgetExceededException.class)
                .hasMessageContaining("ask for smaller pages");
        assertThat(budget.exceeded()).isTrue();
    }

    @FunctionalInterface
    private interface Reading {
        Mono<?> within(PayloadBudget budget);
    }
}
