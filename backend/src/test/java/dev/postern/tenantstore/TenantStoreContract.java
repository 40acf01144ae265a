package dev.postern.tenantstore;

import static dev.postern.tenantstore.TenantSamples.CREATED;
import static dev.postern.tenantstore.TenantSamples.at;
import static dev.postern.tenantstore.TenantSamples.bare;
import static dev.postern.tenantstore.TenantSamples.created;
import static dev.postern.tenantstore.TenantSamples.event;
import static dev.postern.tenantstore.TenantSamples.get;
import static dev.postern.tenantstore.TenantSamples.isEmpty;
import static dev.postern.tenantstore.TenantSamples.together;
import static dev.postern.tenantstore.TenantSamples.webhook;
import static dev.postern.tenantstore.TenantSamples.withFilter;
import static dev.postern.tenantstore.TenantSamples.withTopics;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.json.Json;
import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.model.Filter;
import dev.postern.tenantstore.TenantStore.CreateOutcome;
import dev.postern.tenantstore.TenantStore.DeleteOutcome;
import dev.postern.tenantstore.TenantStore.UpdateOutcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What every tenant store does; an adapter's test says how to make one. */
public abstract class TenantStoreContract extends TenantContract {

    private static final DestinationKey KEY = new DestinationKey("acme", "des_1");

    @Test
    void createDestination_isReadBackWhole() {
        TenantStore store = withTenant(20);
        Destination full = withFilter(
                webhook("acme", "des_1").withDisabledAt(CREATED.plusSeconds(5)),
                filter("{\"data\":{\"amount\":{\"$gte\":1.50},\"note\":\"<&>\"}}"));
        CreateOutcome outcome = get(store.createDestination(full));
        Destination stored = get(store.retrieveDestination(KEY));
        assertThat(created(outcome)).isEqualTo(stored);
        assertThat(stored)
                .isEqualTo(withFilter(full, filter("{\"data\":{\"amount\":{\"$gte\":1.5},\"note\":\"<&>\"}}")));
        get(store.createDestination(bare(webhook("acme", "des_2"))));
        assertThat(get(store.retrieveDestination(new DestinationKey("acme", "des_2"))))
                .isEqualTo(bare(webhook("acme", "des_2")));
    }

    @Test
    void createDestination_storesTheStoredForm() {
        TenantStore store = withTenant(20);
        Destination given = withFilter(
                at(
                        withTopics(webhook("acme", "des_1"), "user.*", "order", "user.created", "order"),
                        CREATED.plusNanos(456_789)),
                new Filter(Map.of()));
        get(store.createDestination(given));
        assertThat(get(store.retrieveDestination(KEY)))
                .isEqualTo(withTopics(webhook("acme", "des_1"), "user.*", "order"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,b", ",", ""})
    void createDestination_withATopicThatCannotBeStored_isRefused(String topic) {
        TenantStore store = withTenant(20);
        Destination unstorable = withTopics(webhook("acme", "des_1"), "fine", topic);
        assertThatThrownBy(() -> get(store.createDestination(unstorable)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("topics: '" + topic + "'");
        assertThatThrownBy(() -> get(store.createDestination(withTopics(webhook("acme", "des_1")))))
                .hasMessageContaining("topics: none");
        assertThat(get(store.listDestinations("acme"))).isEmpty();
    }

    @Test
    void createDestination_withALiveId_isADuplicate() {
        TenantStore store = withTenant(20);
        get(store.upsertTenant("other", null));
        get(store.createDestination(webhook("acme", "des_1")));
        assertThat(get(store.createDestination(withTopics(webhook("acme", "des_1"), "x"))))
                .isEqualTo(new CreateOutcome.DuplicateId());
        assertThat(get(store.retrieveDestination(KEY))).isEqualTo(webhook("acme", "des_1"));
        assertThat(get(store.createDestination(webhook("other", "des_1")))).isInstanceOf(CreateOutcome.Created.class);
    }

    @Test
    void createDestination_beyondTheLimit_isRefusedUntilOneIsDeleted() {
        TenantStore store = withTenant(2);
        get(store.createDestination(webhook("acme", "des_1")));
        get(store.createDestination(webhook("acme", "des_2").withDisabledAt(CREATED)));
        assertThat(get(store.createDestination(webhook("acme", "des_3")))).isEqualTo(new CreateOutcome.LimitReached(2));
        assertThat(get(store.createDestination(webhook("acme", "des_1")))).isEqualTo(new CreateOutcome.DuplicateId());
        get(store.deleteDestination(KEY));
        assertThat(get(store.createDestination(webhook("acme", "des_3")))).isInstanceOf(CreateOutcome.Created.class);
    }

    @Test
    void createDestination_withoutALiveTenant_isRefused() {
        TenantStore store = withTenant(20);
        assertThat(get(store.createDestination(webhook("unknown", "des_1"))))
                .isEqualTo(new CreateOutcome.NoSuchTenant());
        get(store.deleteTenant("acme"));
        assertThat(get(store.createDestination(webhook("acme", "des_1")))).isEqualTo(new CreateOutcome.NoSuchTenant());
        assertThat(isEmpty(store.retrieveDestination(KEY))).isTrue();
    }

    /** A customer double-clicks, in two tabs, with one place left. */
    @Test
    void createDestination_manyAtOnce_neverPassTheLimit() {
        TenantStore store = withTenant(3);
        List<CreateOutcome> outcomes = together(IntStream.range(0, 20)
                .mapToObj(i -> store.createDestination(webhook("acme", "des_" + i)))
                .toList());
        assertThat(outcomes).filteredOn(CreateOutcome.Created.class::isInstance).hasSize(3);
        assertThat(outcomes)
                .filteredOn(new CreateOutcome.LimitReached(3)::equals)
                .hasSize(17);
        assertThat(get(store.listDestinations("acme"))).hasSize(3);
    }

    @Test
    void createDestination_manyOfOneIdAtOnce_createOnce() {
        TenantStore store = withTenant(20);
        List<CreateOutcome> outcomes = together(IntStream.range(0, 20)
                .mapToObj(i -> store.createDestination(withTopics(webhook("acme", "des_1"), "t" + i)))
                .toList());
        assertThat(outcomes).filteredOn(CreateOutcome.Created.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(CreateOutcome.Created.class::isInstance)
                .extracting(TenantSamples::created)
                .containsExactly(get(store.retrieveDestination(KEY)));
    }

    @Test
    void updateDestination_replacesAllButIdentity() {
        TenantStore store = withTenant(20);
        Destination before = webhook("acme", "des_1");
        get(store.createDestination(before));
        Destination imposter = at(withTopics(bare(webhook("other", "des_9")), "b", "b"), CREATED.plusSeconds(9));
        Destination after = withTopics(bare(before), "b").withUpdatedAt(CREATED.plusSeconds(9));
        assertThat(get(store.updateDestination(KEY, old -> imposter)))
                .isEqualTo(new UpdateOutcome.Updated(
                        before, after, change(1, List.of("order.created", "order.paid"), 1, List.of("b"))));
        assertThat(get(store.retrieveDestination(KEY))).isEqualTo(after);
        assertThat(get(store.retrieveTenant("acme")).topics()).containsExactly("b");
        get(store.updateDestination(KEY, old -> before));
        assertThat(get(store.retrieveDestination(KEY))).isEqualTo(before);
    }

    @Test
    void updateDestination_thatFails_storesNothing() {
        TenantStore store = withTenant(20);
        get(store.createDestination(webhook("acme", "des_1")));
        StepVerifier.create(store.updateDestination(KEY, old -> {
                    throw new IllegalStateException("no");
                }))
                .verifyErrorMessage("no");
        StepVerifier.create(store.updateDestination(KEY, old -> withTopics(old, "a,b")))
                .verifyError(IllegalArgumentException.class);
        assertThat(get(store.retrieveDestination(KEY))).isEqualTo(webhook("acme", "des_1"));
    }

    @Test
    void updateDestination_ofNone_tellsSo() {
        TenantStore store = withTenant(20);
        assertThat(get(store.updateDestination(KEY, old -> old))).isEqualTo(new UpdateOutcome.NoSuchDestination());
        get(store.createDestination(webhook("acme", "des_1")));
        get(store.deleteDestination(KEY));
        assertThat(get(store.updateDestination(KEY, old -> old))).isEqualTo(new UpdateOutcome.NoSuchDestination());
        assertThat(get(store.listDestinations("acme"))).isEmpty();
    }

    /** Fifty scripts each add a header: all fifty are there afterwards. */
    @Test
    void updateDestination_fiftyAtOnce_loseNone() {
        TenantStore store = withTenant(20);
        get(store.createDestination(bare(webhook("acme", "des_1"))));
        together(IntStream.range(0, 50)
                .mapToObj(i -> store.updateDestination(KEY, old -> {
                    var config = new HashMap<>(old.config());
                    config.put("header" + i, "v");
                    return old.withConfig(config);
                }))
                .toList());
        assertThat(get(store.retrieveDestination(KEY)).config()).hasSize(50);
    }

    /** Auto-disable meets the customer's own delete. */
    @Test
    void updateDestination_racingADelete_neverResurrects() {
        TenantStore store = withTenant(20);
        for (int round = 0; round < 20; round++) {
            get(store.createDestination(webhook("acme", "des_1")));
            List<Mono<Object>> race = List.of(
                    store.updateDestination(KEY, old -> old.withDisabledAt(CREATED))
                            .cast(Object.class),
                    store.deleteDestination(KEY).cast(Object.class),
                    store.updateDestination(KEY, old -> withTopics(old, "x")).cast(Object.class));
            assertThat(together(race)).hasAtLeastOneElementOfType(DeleteOutcome.Deleted.class);
            assertThat(isEmpty(store.retrieveDestination(KEY))).isTrue();
            assertThat(get(store.listDestinations("acme"))).isEmpty();
            assertThat(get(store.retrieveTenant("acme")).destinationCount()).isZero();
        }
    }

    /** A customer is removed while its own automation still creates destinations. */
    @Test
    void deleteTenant_racingCreates_leavesNoDestination() {
        TenantStore store = withTenant(20);
        for (int round = 0; round < 20; round++) {
            get(store.upsertTenant("acme", null));
            String suffix = "_" + round;
            List<Mono<Object>> race = IntStream.range(0, 8)
                    .mapToObj(i -> i == 4
                            ? store.deleteTenant("acme").cast(Object.class)
                            : store.createDestination(webhook("acme", "d" + i + suffix))
                                    .cast(Object.class))
                    .toList();
            assertThat(together(race)).contains(true);
            assertThat(get(store.listDestinations("acme"))).isEmpty();
            for (int i = 0; i < 8; i++) {
                assertThat(isEmpty(store.retrieveDestination(new DestinationKey("acme", "d" + i + suffix))))
                        .isTrue();
            }
        }
    }

    @Test
    void deleteDestination_hidesItAndLeavesItsIdFree() {
        TenantStore store = withTenant(20);
        get(store.createDestination(webhook("acme", "des_1")));
        assertThat(get(store.deleteDestination(KEY)))
                .isEqualTo(new DeleteOutcome.Deleted(change(1, List.of("order.created", "order.paid"), 0, List.of())));
        assertThat(isEmpty(store.retrieveDestination(KEY))).isTrue();
        assertThat(get(store.match(event("acme", "order.paid", "{}")))).isEmpty();
        assertThat(get(store.deleteDestination(KEY))).isEqualTo(new DeleteOutcome.NoSuchDestination());
        get(store.createDestination(bare(webhook("acme", "des_1"))));
        assertThat(get(store.retrieveDestination(KEY))).isEqualTo(bare(webhook("acme", "des_1")));
    }

    /** Whoever is told of it compares it with what the tenant says of itself: disabled ones count there too. */
    @Test
    void changes_tellWhatTheTenantSubscribedToBeforeAndAfter() {
        TenantStore store = withTenant(20);
        List<String> none = List.of();
        List<String> a = List.of("a");
        List<String> ab = List.of("a", "b");
        assertThat(subscriptions(get(store.createDestination(withTopics(webhook("acme", "des_1"), "b", "a")))))
                .isEqualTo(change(0, none, 1, ab));
        assertThat(subscriptions(get(store.createDestination(withTopics(webhook("acme", "des_2"), "a")))))
                .isEqualTo(change(1, ab, 2, ab));
        assertThat(subscriptions(get(store.updateDestination(KEY, old -> withTopics(old, "a")))))
                .isEqualTo(change(2, ab, 2, a));
        Subscriptions.Change disabled =
                subscriptions(get(store.updateDestination(KEY, old -> old.withDisabledAt(CREATED))));
        assertThat(disabled).isEqualTo(change(2, a, 2, a));
        assertThat(disabled.isNone()).isTrue();
        assertThat(subscriptions(get(store.updateDestination(KEY, old -> withTopics(old, "*")))))
                .isEqualTo(change(2, a, 2, List.of("*")));
        assertThat(get(store.deleteDestination(KEY)))
                .isEqualTo(new DeleteOutcome.Deleted(change(2, List.of("*"), 1, a)));
    }

    /** Two tabs add the same topic at once: it is new exactly once. */
    @Test
    void changes_atOnce_tellOneHistory() {
        TenantStore store = withTenant(20);
        List<CreateOutcome> outcomes = together(IntStream.range(0, 10)
                .mapToObj(i -> store.createDestination(withTopics(webhook("acme", "des_" + i), "t")))
                .toList());
        assertThat(outcomes)
                .extracting(TenantStoreContract::subscriptions)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 10)
                        .mapToObj(i -> change(i, i == 0 ? List.of() : List.of("t"), i + 1, List.of("t")))
                        .toList());
    }

    @Test
    void changes_unsubscribed_doNothing() {
        TenantStore store = withTenant(20);
        assertThat(store.createDestination(webhook("acme", "des_2"))).isNotNull();
        get(store.createDestination(webhook("acme", "des_1")));
        assertThat(store.updateDestination(KEY, old -> withTopics(old, "x"))).isNotNull();
        assertThat(store.deleteDestination(KEY)).isNotNull();
        assertThat(get(store.listDestinations("acme"))).containsExactly(webhook("acme", "des_1"));
    }

    @Test
    void retrieveDestinations_givesThoseThatExistOfAnyTenant() {
        TenantStore store = withTenant(20);
        get(store.upsertTenant("other", null));
        Destination ours = webhook("acme", "des_1");
        Destination theirs = withTopics(webhook("other", "des_1"), "z");
        get(store.createDestination(ours));
        get(store.createDestination(theirs));
        assertThat(get(store.retrieveDestinations(List.of(KEY, theirs.key(), new DestinationKey("acme", "none"), KEY))))
                .isEqualTo(Map.of(KEY, ours, theirs.key(), theirs));
        assertThat(get(store.retrieveDestinations(List.of()))).isEmpty();
    }

    @Test
    void listDestinations_ordersByTimeAndThenId() {
        TenantStore store = withTenant(20);
        get(store.upsertTenant("other", null));
        Destination first = at(webhook("acme", "z"), CREATED.minus(Duration.ofDays(1)));
        List<Destination> inOrder = List.of(first, webhook("acme", "a"), webhook("acme", "b"));
        inOrder.reversed().forEach(destination -> get(store.createDestination(destination)));
        assertThat(get(store.listDestinations("acme"))).isEqualTo(inOrder);
        assertThat(get(store.listDestinations("unknown"))).isEmpty();
        assertThat(get(store.listDestinations(List.of("acme", "other", "unknown"))))
                .isEqualTo(Map.of("acme", inOrder, "other", List.of(), "unknown", List.of()));
        assertThat(get(store.listDestinations(List.of()))).isEmpty();
    }

    @Test
    void match_givesEnabledDestinationsOfTheTopic() {
        TenantStore store = withTenant(20);
        get(store.upsertTenant("other", null));
        get(store.createDestination(withTopics(webhook("acme", "d4"), "*")));
        get(store.createDestination(withTopics(webhook("acme", "d3"), "order.*")));
        get(store.createDestination(withTopics(webhook("acme", "d2"), "user")));
        get(store.createDestination(withTopics(webhook("acme", "d1"), "order.paid")));
        get(store.createDestination(withTopics(webhook("acme", "d0"), "*").withDisabledAt(CREATED)));
        get(store.createDestination(withTopics(webhook("other", "d9"), "*")));
        assertThat(get(store.match(event("acme", "order.paid", "{}")))).containsExactly("d1", "d3", "d4");
        assertThat(get(store.match(event("acme", "", "{}")))).containsExactly("d1", "d2", "d3", "d4");
        assertThat(get(store.match(event("unknown", "order.paid", "{}")))).isEmpty();
        assertThat(get(store.match(event("acme", "d2", "user", "{}")))).containsExactly("d2");
        assertThat(get(store.match(event("acme", "d2", "order.paid", "{}")))).isEmpty();
        assertThat(get(store.match(event("acme", "d9", "user", "{}")))).isEmpty();
        get(store.updateDestination(new DestinationKey("acme", "d0"), old -> old.withDisabledAt(null)));
        assertThat(get(store.match(event("acme", "d0", "user", "{}")))).containsExactly("d0");
    }

    @Test
    void match_testsTheFilterOnTheEventsDocument() {
        TenantStore store = withTenant(20);
        create(store, "data", "{\"data\":{\"amount\":{\"$gte\":100},\"who\":\"zoë\"}}");
        create(store, "id", "{\"id\":\"evt_1\",\"topic\":\"order.paid\",\"metadata\":{\"source\":\"shop\"}}");
        create(store, "time", "{\"time\":\"2026-03-01T10:00:00Z\"}");
        create(store, "none", "{\"data\":{\"amount\":{\"$lt\":100}}}");
        assertThat(get(store.match(event("acme", "order.paid", "{\"amount\":100,\"who\":\"zoë\"}"))))
                .containsExactly("data", "id", "time");
        // An old Outpost let payloads through that are no JSON.
        assertThat(get(store.match(event("acme", "order.paid", "not json")))).containsExactly("id", "time");
    }

    private TenantStore withTenant(int maxDestinations) {
        TenantStore store = store(clock, maxDestinations);
        get(store.upsertTenant("acme", null));
        return store;
    }

    private static Subscriptions.Change change(int before, List<String> topicsBefore, int after, List<String> topics) {
        return new Subscriptions.Change(new Subscriptions(topicsBefore, before), new Subscriptions(topics, after));
    }

    private static Subscriptions.Change subscriptions(CreateOutcome outcome) {
        return ((CreateOutcome.Created) outcome).subscriptions();
    }

    private static Subscriptions.Change subscriptions(UpdateOutcome outcome) {
        return ((UpdateOutcome.Updated) outcome).subscriptions();
    }

    private static void create(TenantStore store, String id, String filter) {
        get(store.createDestination(withFilter(webhook("acme", id), filter(filter))));
    }

    private static Filter filter(String json) {
        return new Filter(Json.parseObject(json));
    }
}
