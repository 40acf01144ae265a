package dev.postern.tenantstore.redis;

import static dev.postern.tenantstore.TenantSamples.CREATED;
import static dev.postern.tenantstore.TenantSamples.get;
import static dev.postern.tenantstore.TenantSamples.together;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.fakes.SettableClock;
import dev.postern.model.Cursor;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.PageRequest.Direction;
import dev.postern.model.Tenant;
import dev.postern.tenantstore.TenantSamples;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The index where it is not what the tenants are: first start, a crash, an Outpost beside us. */
final class RedisTenantIndexTest {

    private static final PageRequest OLDEST_TWO = new PageRequest(2, Direction.ASC, null, false);

    private final StoredKeys redis = new StoredKeys();
    private final SettableClock clock = new SettableClock(TenantSamples.CREATED);
    private final RedisTenantStore store =
            redis.store(clock, new RedisTenantStoreSettings(StoredKeys.SECRET, 20, 10, 10, 3));

    @AfterEach
    void close() {
        redis.close();
    }

    /** The operator moves over from Outpost, with several processes starting at once. */
    @Test
    void buildIndex_takesInWhatOutpostLeft() {
        for (int i = 0; i < 20; i++) {
            outpostCreates("t" + i, 1_000 + i);
        }
        redis.write("tenant:{old}:tenant", "id", "old", "entity", "tenant", "created_at", "1970-01-01T00:00:00.5Z");
        redis.write("tenant:{old}:tenant", "updated_at", "1970-01-01T00:00:00.5Z");
        outpostCreates("gone", 5);
        redis.write("tenant:{gone}:tenant", "deleted_at", "6");
        redis.write("tenant:{t1}:destinations", "d", "{}");
        redis.write("tenant:{t1}:destination:x}:tenant", "id", "x");
        together(Collections.nCopies(4, store.buildIndex().thenReturn(true)));
        assertThat(get(store.countTenants())).isEqualTo(21);
        assertThat(ids(OLDEST_TWO)).containsExactly("old", "t0");
        assertThat(redis.names()).contains("postern:tenants:built");
    }

    @Test
    void buildIndex_happensOnce() {
        get(store.buildIndex().thenReturn(true));
        outpostCreates("later", 1_000);
        get(store.buildIndex().thenReturn(true));
        assertThat(get(store.countTenants())).isZero();
        get(store.refreshIndex().thenReturn(true));
        assertThat(ids(OLDEST_TWO)).containsExactly("later");
    }

    /** The first requests come while the index is still being built: they wait, and none hears of less than all. */
    @Test
    void listing_beforeTheIndexIsBuilt_leavesNothingOut() {
        outpostCreates("theirs", 1_000);
        outpostCreates("too", 2_000);
        assertThat(get(redis.store(clock, 20).countTenants())).isEqualTo(2);
        redis.delete("postern:tenants:built");
        redis.delete("postern:tenants");
        assertThat(ids(OLDEST_TWO)).containsExactly("theirs", "too");
    }

    /** Millions of tenants, in steps of one here: what waits for the next step must not pile up. */
    @Test
    void refreshIndex_ofManySteps_comesToItsEnd() {
        var bySingles = redis.store(clock, new RedisTenantStoreSettings(StoredKeys.SECRET, 20, 10, 10, 1));
        redis.addPlaces(IntStream.range(0, 8_000).mapToObj(i -> "%016dgone".formatted(i)));
        get(bySingles.refreshIndex().thenReturn(true));
        assertThat(redis.places()).isEmpty();
    }

    @Test
    void refreshIndex_dropsWhatOutpostDeletedOrRevived() {
        for (int i = 0; i < 10; i++) {
            get(store.upsertTenant("t" + i, null));
        }
        for (int i = 0; i < 8; i++) {
            redis.write("tenant:{t" + i + "}:tenant", "deleted_at", "1772359200124");
        }
        redis.delete("tenant:{t8}:tenant");
        outpostCreates("t8", 1_772_359_299_999L);
        get(store.refreshIndex().thenReturn(true));
        assertThat(redis.places()).containsExactly("0001772359200123t9", "0001772359299999t8");
        assertThat(get(store.countTenants())).isEqualTo(2);
    }

    @Test
    void indexCalls_unsubscribed_doNothing() {
        outpostCreates("t", 1);
        assertThat(store.buildIndex()).isNotNull();
        assertThat(store.refreshIndex()).isNotNull();
        assertThat(redis.places()).isEmpty();
    }

    /** Outpost deleted most of a page's tenants: the page is full all the same, and what is gone is dropped. */
    @Test
    void listTenants_overStalePlaces_fillsThePage() {
        for (String id : List.of("a", "b", "c", "d", "e", "f", "g")) {
            get(store.upsertTenant(id, null));
        }
        for (String id : List.of("a", "b", "c", "e", "g")) {
            redis.write("tenant:{" + id + "}:tenant", "deleted_at", "1");
        }
        Page<Tenant> page = get(store.listTenants(OLDEST_TWO));
        assertThat(page.items()).extracting(Tenant::id).containsExactly("d", "f");
        assertThat(page.hasNext()).isFalse();
        assertThat(redis.places()).containsExactly("0001772359200123d", "0001772359200123f");
    }

    @Test
    void listTenants_afterACursor_looksBehindForLiveTenantsAlone() {
        for (String id : List.of("a", "b", "c")) {
            get(store.upsertTenant(id, null));
        }
        redis.write("tenant:{a}:tenant", "deleted_at", "1");
        redis.write("tenant:{b}:tenant", "deleted_at", "1");
        Page<Tenant> page = get(store.listTenants(OLDEST_TWO.after(new Cursor(CREATED, "b"))));
        assertThat(page.items()).extracting(Tenant::id).containsExactly("c");
        assertThat(page.hasPrevious()).isFalse();
    }

    /** The process died between announcing a tenant and writing it, or before it cleared up behind one. */
    @Test
    void listTenants_afterACrash_passesOverWhatWasLeft() {
        redis.addPlace("0001772359200000never");
        redis.addPlace("0001772359200000back");
        get(store.upsertTenant("back", null));
        assertThat(ids(OLDEST_TWO)).containsExactly("back");
        assertThat(redis.places()).containsExactly("0001772359200123back");
    }

    /** A tenant that another system created is known here as soon as it is written here. */
    @Test
    void upsertTenant_takesIn_whatOutpostCreated() {
        outpostCreates("theirs", 1_000);
        clock.advance(Duration.ofDays(1));
        assertThat(get(store.upsertTenant("theirs", null)).created()).isFalse();
        assertThat(redis.places()).containsExactly("0000000000001000theirs");
        assertThat(ids(OLDEST_TWO)).containsExactly("theirs");
    }

    @Test
    void deleteAndRevive_atOnce_leaveAnIndexThatAgrees() {
        for (int round = 0; round < 20; round++) {
            clock.advance(Duration.ofMillis(1));
            together(List.of(
                    store.upsertTenant("t", null).thenReturn(true),
                    store.deleteTenant("t").thenReturn(true),
                    store.listTenants(OLDEST_TWO).thenReturn(true),
                    store.upsertTenant("t", null).thenReturn(true),
                    store.refreshIndex().thenReturn(true)));
            assertThat(ids(OLDEST_TWO))
                    .isEqualTo(get(store.retrieveTenants(List.of("t"))).keySet().stream()
                            .toList());
            assertThat(redis.places().size()).isEqualTo(ids(OLDEST_TWO).size());
        }
    }

    private List<String> ids(PageRequest request) {
        return get(store.listTenants(request)).items().stream().map(Tenant::id).toList();
    }

    private void outpostCreates(String id, long millis) {
        redis.write("tenant:{" + id + "}:tenant", "id", id, "entity", "tenant");
        redis.write("tenant:{" + id + "}:tenant", "created_at", "" + millis, "updated_at", "" + millis);
    }
}
