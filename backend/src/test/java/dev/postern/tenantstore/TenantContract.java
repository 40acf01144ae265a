package dev.postern.tenantstore;

import static dev.postern.tenantstore.TenantSamples.CREATED;
import static dev.postern.tenantstore.TenantSamples.created;
import static dev.postern.tenantstore.TenantSamples.get;
import static dev.postern.tenantstore.TenantSamples.isEmpty;
import static dev.postern.tenantstore.TenantSamples.together;
import static dev.postern.tenantstore.TenantSamples.webhook;
import static dev.postern.tenantstore.TenantSamples.withTopics;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.fakes.SettableClock;
import dev.postern.model.Cursor;
import dev.postern.model.Destination;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.PageRequest.Direction;
import dev.postern.model.Tenant;
import dev.postern.tenantstore.TenantStore.UpsertedTenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The half of {@link TenantStoreContract} that is about tenants and their list. */
abstract class TenantContract {

    final SettableClock clock = new SettableClock(TenantSamples.CREATED);

    /** The store under test, empty at the start of each test, with this limit of destinations per tenant. */
    protected abstract TenantStore store(SettableClock clock, int maxDestinationsPerTenant);

    /** How many tenants the large list has. */
    protected int manyTenants() {
        return 20_000;
    }

    final TenantStore store() {
        return store(clock, 20);
    }

    @Test
    void upsertTenant_createsAndThenReplacesMetadata() {
        TenantStore store = store();
        UpsertedTenant first = get(store.upsertTenant("acme", Map.of("plan", "gold", "seats", "5")));
        assertThat(first)
                .isEqualTo(new UpsertedTenant(
                        new Tenant("acme", Map.of("plan", "gold", "seats", "5"), List.of(), 0, CREATED, CREATED),
                        true));
        clock.advance(Duration.ofHours(1));
        UpsertedTenant second = get(store.upsertTenant("acme", Map.of("plan", "silver")));
        assertThat(second)
                .isEqualTo(new UpsertedTenant(
                        new Tenant(
                                "acme",
                                Map.of("plan", "silver"),
                                List.of(),
                                0,
                                CREATED,
                                CREATED.plus(Duration.ofHours(1))),
                        false));
        assertThat(get(store.retrieveTenant("acme"))).isEqualTo(second.tenant());
        assertThat(get(store.upsertTenant("acme", null)).tenant().metadata()).isNull();
        assertThat(get(store.retrieveTenant("acme")).metadata()).isNull();
    }

    /** No notes, and notes that are empty, are two things to the caller. */
    @Test
    void upsertTenant_keepsEmptyMetadata() {
        TenantStore store = store();
        assertThat(get(store.upsertTenant("acme", Map.of())).tenant().metadata())
                .isEqualTo(Map.of());
        assertThat(get(store.retrieveTenant("acme")).metadata()).isEqualTo(Map.of());
    }

    /** Two processes import the same customer list. */
    @Test
    void upsertTenant_manyAtOnce_createOnce() {
        TenantStore store = store();
        List<UpsertedTenant> upserted = together(Collections.nCopies(20, store.upsertTenant("acme", null)));
        assertThat(upserted).filteredOn(UpsertedTenant::created).hasSize(1);
        assertThat(get(store.countTenants())).isEqualTo(1);
    }

    @Test
    void upsertTenant_unsubscribed_doesNothing() {
        TenantStore store = store();
        assertThat(store.upsertTenant("acme", null)).isNotNull();
        assertThat(isEmpty(store.retrieveTenant("acme"))).isTrue();
        assertThat(get(store.countTenants())).isZero();
    }

    @Test
    void deleteTenant_hidesItAndItsDestinations() {
        TenantStore store = store();
        Destination destination = webhook("acme", "des_1");
        get(store.upsertTenant("acme", null));
        get(store.createDestination(destination));
        assertThat(store.deleteTenant("acme")).isNotNull();
        assertThat(get(store.retrieveTenant("acme"))).isNotNull();

        assertThat(get(store.deleteTenant("acme"))).isTrue();
        assertThat(isEmpty(store.retrieveTenant("acme"))).isTrue();
        assertThat(isEmpty(store.retrieveDestination(destination.key()))).isTrue();
        assertThat(get(store.retrieveDestinations(List.of(destination.key())))).isEmpty();
        assertThat(get(store.listDestinations("acme"))).isEmpty();
        assertThat(get(store.listTenants(PageRequest.first(10))).items()).isEmpty();
        assertThat(get(store.countTenants())).isZero();
        assertThat(get(store.deleteTenant("acme"))).isFalse();
        assertThat(get(store.deleteTenant("unknown"))).isFalse();
    }

    /** A customer comes back within the week. */
    @Test
    void upsertTenant_afterDelete_revivesItWithoutItsDestinations() {
        TenantStore store = store();
        get(store.upsertTenant("acme", Map.of("old", "1")));
        get(store.createDestination(webhook("acme", "des_1")));
        get(store.deleteTenant("acme"));
        clock.advance(Duration.ofDays(1));
        UpsertedTenant revived = get(store.upsertTenant("acme", null));
        assertThat(revived)
                .isEqualTo(new UpsertedTenant(
                        new Tenant("acme", null, List.of(), 0, clock.instant(), clock.instant()), true));
        assertThat(get(store.listDestinations("acme"))).isEmpty();
        assertThat(get(store.listTenants(PageRequest.first(10))).items()).containsExactly(revived.tenant());
        assertThat(created(get(store.createDestination(webhook("acme", "des_1")))))
                .isEqualTo(webhook("acme", "des_1"));
    }

    @Test
    void retrieveTenants_givesThoseThatExist() {
        TenantStore store = store();
        Tenant a = get(store.upsertTenant("a", null)).tenant();
        Tenant b = get(store.upsertTenant("b", Map.of("k", "v"))).tenant();
        get(store.upsertTenant("gone", null));
        get(store.deleteTenant("gone"));
        assertThat(get(store.retrieveTenants(List.of("a", "gone", "unknown", "b", "a"))))
                .isEqualTo(Map.of("a", a, "b", b));
        assertThat(get(store.retrieveTenants(List.of()))).isEmpty();
    }

    @Test
    void retrieveTenant_tellsTopicsAndCountOfItsDestinations() {
        TenantStore store = store();
        get(store.upsertTenant("acme", null));
        get(store.createDestination(withTopics(webhook("acme", "d1"), "b", "a")));
        get(store.createDestination(withTopics(webhook("acme", "d2").withDisabledAt(CREATED), "c", "a")));
        assertThat(get(store.retrieveTenant("acme")).topics()).containsExactly("a", "b", "c");
        assertThat(get(store.retrieveTenant("acme")).destinationCount()).isEqualTo(2);
        get(store.createDestination(withTopics(webhook("acme", "d3"), "*")));
        assertThat(get(store.retrieveTenants(List.of("acme"))).get("acme"))
                .extracting(Tenant::topics, Tenant::destinationCount)
                .containsExactly(List.of("*"), 3);
    }

    @Test
    void listTenants_ofNone_isAnEmptyPage() {
        assertThat(get(store().listTenants(PageRequest.first(1)))).isEqualTo(Page.empty());
        PageRequest backward = new PageRequest(5, Direction.ASC, null, true);
        assertThat(get(store().listTenants(backward))).isEqualTo(Page.empty());
    }

    /** An import creates a thousand tenants in the same millisecond; ids sort by their UTF-8 bytes. */
    @ParameterizedTest
    @EnumSource(Direction.class)
    void listTenants_ofOneMillisecond_pagesWithoutSkipOrRepeat(Direction direction) {
        TenantStore store = store();
        List<String> ids = new ArrayList<>(List.of("Z", "a", "a0", "aa", "é", "\uFF5E", "\uD83D\uDE00"));
        ids.forEach(id -> get(store.upsertTenant(id, null)));
        if (direction == Direction.DESC) {
            Collections.reverse(ids);
        }
        for (int limit = 1; limit <= ids.size() + 1; limit++) {
            assertThat(walk(store, new PageRequest(limit, direction, null, false)))
                    .isEqualTo(ids);
            assertThat(walk(store, new PageRequest(limit, direction, null, true)))
                    .isEqualTo(ids);
        }
    }

    /** Somebody signs up, and somebody leaves, while an operator turns the pages. */
    @Test
    void listTenants_whileTenantsComeAndGo_neitherSkipsNorRepeatsTheOthers() {
        TenantStore store = store();
        List.of("b", "d", "f", "h").forEach(id -> get(store.upsertTenant(id, null)));
        PageRequest ascending = new PageRequest(2, Direction.ASC, null, false);
        Page<Tenant> first = get(store.listTenants(ascending));
        assertThat(ids(first)).containsExactly("b", "d");
        assertThat(first.hasNext()).isTrue();
        assertThat(first.hasPrevious()).isFalse();

        List.of("a", "c", "e", "z").forEach(id -> get(store.upsertTenant(id, null)));
        get(store.deleteTenant("d"));
        Page<Tenant> second = get(store.listTenants(ascending.after(new Cursor(CREATED, "d"))));
        assertThat(ids(second)).containsExactly("e", "f");
        assertThat(second.hasNext()).isTrue();
        assertThat(second.hasPrevious()).isTrue();

        Page<Tenant> back = get(store.listTenants(ascending.before(new Cursor(CREATED, "e"))));
        assertThat(ids(back)).containsExactly("b", "c");
        assertThat(back.hasNext()).isTrue();
        assertThat(back.hasPrevious()).isTrue();
    }

    @Test
    void listTenants_ordersByTimeFirst() {
        TenantStore store = store();
        for (String id : List.of("c", "a", "b")) {
            get(store.upsertTenant(id, null));
            clock.advance(Duration.ofMillis(1));
        }
        Page<Tenant> newest = get(store.listTenants(PageRequest.first(2)));
        assertThat(ids(newest)).containsExactly("b", "a");
        Page<Tenant> past = get(store.listTenants(PageRequest.first(2).after(new Cursor(CREATED, "c"))));
        assertThat(past).isEqualTo(new Page<>(List.of(), false, true));
    }

    /** Large, and paged at the largest size: nothing is lost and nothing comes twice. */
    @Test
    void listTenants_ofManyThousand_givesEachOnce() {
        TenantStore store = store();
        int count = manyTenants();
        get(Flux.range(0, count)
                .flatMap(
                        i -> {
                            if (i % (count / 3) == 0) {
                                clock.advance(Duration.ofMillis(1));
                            }
                            return store.upsertTenant("t" + i, null);
                        },
                        256)
                .then(Mono.just(true)));
        List<String> walked = walk(store, new PageRequest(PageRequest.MAX_LIMIT, Direction.DESC, null, false));
        assertThat(walked).hasSize(count);
        assertThat(Set.copyOf(walked)).hasSize(count);
        assertThat(get(store.countTenants())).isEqualTo(count);
    }

    static List<String> ids(Page<Tenant> page) {
        return page.items().stream().map(Tenant::id).toList();
    }

    /** All pages of the list, in the list's order whichever way they were walked. */
    private static List<String> walk(TenantStore store, PageRequest first) {
        List<String> walked = new ArrayList<>();
        PageRequest request = first;
        while (true) {
            Page<Tenant> page = get(store.listTenants(request));
            walked.addAll(request.backward() ? 0 : walked.size(), ids(page));
            assertThat(request.backward() ? page.hasNext() : page.hasPrevious()).isEqualTo(request.from() != null);
            if (!(request.backward() ? page.hasPrevious() : page.hasNext())) {
                return walked;
            }
            Tenant last =
                    request.backward() ? page.items().getFirst() : page.items().getLast();
            Cursor cursor = new Cursor(last.createdAt(), last.id());
            request = request.backward() ? request.before(cursor) : request.after(cursor);
        }
    }
}
