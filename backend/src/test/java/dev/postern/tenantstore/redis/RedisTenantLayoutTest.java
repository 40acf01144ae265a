package dev.postern.tenantstore.redis;

import static dev.postern.tenantstore.TenantSamples.CREATED;
import static dev.postern.tenantstore.TenantSamples.bare;
import static dev.postern.tenantstore.TenantSamples.get;
import static dev.postern.tenantstore.TenantSamples.webhook;
import static dev.postern.tenantstore.TenantSamples.withFilter;
import static dev.postern.tenantstore.TenantSamples.withTopics;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.fakes.SettableClock;
import dev.postern.json.Json;
import dev.postern.model.DestinationKey;
import dev.postern.model.Filter;
import dev.postern.tenantstore.TenantSamples;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The bytes that an Outpost finds when it takes over. */
final class RedisTenantLayoutTest {

    private static final String CREATED_MS = "1772359200123";
    private static final String TENANT = "tenant:{acme}:tenant";
    private static final String SUMMARIES = "tenant:{acme}:destinations";
    private static final String DESTINATION = "tenant:{acme}:destination:des_1";
    private static final DestinationKey KEY = new DestinationKey("acme", "des_1");

    private final StoredKeys redis = new StoredKeys();
    private final SettableClock clock = new SettableClock(TenantSamples.CREATED);
    private final RedisTenantStore store = redis.store(clock, 20);
    private final SecretCipher cipher = new SecretCipher(StoredKeys.SECRET);

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void tenant_hasOutpostsFields() {
        get(store.upsertTenant("acme", Map.of("b", "<&>", "a", "ü")));
        assertThat(redis.hash(TENANT))
                .isEqualTo(Map.of(
                        "id",
                        "acme",
                        "entity",
                        "tenant",
                        "created_at",
                        CREATED_MS,
                        "updated_at",
                        CREATED_MS,
                        "metadata",
                        latin1("{\"a\":\"ü\",\"b\":\"\\u003c\\u0026\\u003e\"}")));
        clock.advance(Duration.ofMillis(7));
        get(store.upsertTenant("acme", null));
        assertThat(redis.hash(TENANT))
                .isEqualTo(Map.of(
                        "id", "acme",
                        "entity", "tenant",
                        "created_at", CREATED_MS,
                        "updated_at", "1772359200130"));
        assertThat(redis.names()).containsExactly("postern:tenants", TENANT);
        assertThat(redis.places()).containsExactly("0001772359200123acme");
    }

    @Test
    void destination_hasOutpostsFields() {
        get(store.upsertTenant("acme", null));
        var config = new LinkedHashMap<String, String>();
        config.put("url", "https://a.test/?x=<1>&y=2");
        config.put("headers", "{\"k\":\"v\"}");
        Filter filter = new Filter(Json.parseObject("{\"data\":{\"b\":{\"$gte\":1000000},\"a\":\"<\"}}"));
        get(store.createDestination(withFilter(
                withTopics(webhook("acme", "des_1"), "user.*", "order")
                        .withConfig(config)
                        .withDisabledAt(CREATED.plusMillis(1)),
                filter)));
        Map<String, String> fields = redis.hash(DESTINATION);
        assertThat(cipher.decrypt(redis.field(DESTINATION, "credentials"))).isEqualTo("{\"secret\":\"whsec_abc\"}");
        assertThat(cipher.decrypt(redis.field(DESTINATION, "delivery_metadata")))
                .isEqualTo("{\"x-region\":\"zürich\"}");
        assertThat(fields.remove("credentials")).hasSize(12 + 22 + 16);
        assertThat(fields.remove("delivery_metadata")).isNotNull();
        assertThat(fields)
                .isEqualTo(Map.of(
                        "id",
                        "des_1",
                        "entity",
                        "destination",
                        "type",
                        "webhook",
                        "topics",
                        "user.*,order",
                        "config",
                        "{\"headers\":\"{\\\"k\\\":\\\"v\\\"}\",\"url\":\"https://a.test/?x=\\u003c1\\u003e\\u0026y=2\"}",
                        "metadata",
                        latin1("{\"\":\"empty key\",\"team\":\"päyments \\u2028 \uD83D\uDE00\"}"),
                        "filter",
                        "{\"data\":{\"a\":\"\\u003c\",\"b\":{\"$gte\":1000000}}}",
                        "created_at",
                        CREATED_MS,
                        "updated_at",
                        CREATED_MS,
                        "disabled_at",
                        "1772359200124"));
        assertThat(redis.hash(SUMMARIES))
                .isEqualTo(
                        Map.of(
                                "des_1",
                                "{\"id\":\"des_1\",\"type\":\"webhook\",\"topics\":[\"user.*\",\"order\"],"
                                        + "\"filter\":{\"data\":{\"a\":\"\\u003c\",\"b\":{\"$gte\":1000000}}},\"disabled\":true}"));
    }

    @Test
    void bareDestination_hasOnlyWhatItMust() {
        get(store.upsertTenant("acme", null));
        get(store.createDestination(withTopics(bare(webhook("acme", "des_1")), "*")));
        assertThat(redis.hash(DESTINATION).keySet())
                .containsExactlyInAnyOrder(
                        "id", "entity", "type", "topics", "config", "credentials", "created_at", "updated_at");
        assertThat(redis.hash(DESTINATION)).containsEntry("topics", "*").containsEntry("config", "{}");
        assertThat(cipher.decrypt(redis.field(DESTINATION, "credentials"))).isEqualTo("{}");
        assertThat(redis.hash(SUMMARIES))
                .containsEntry(
                        "des_1", "{\"id\":\"des_1\",\"type\":\"webhook\",\"topics\":[\"*\"],\"disabled\":false}");
    }

    @Test
    void update_writesWhatChangesAndLeavesTheRest() {
        get(store.upsertTenant("acme", null));
        get(store.createDestination(webhook("acme", "des_1")));
        redis.write(DESTINATION, "expires_at", "1999999999999");
        Map<String, String> before = redis.hash(DESTINATION);
        get(store.updateDestination(KEY, old -> withTopics(old, "b").withDisabledAt(CREATED)));
        before.put("topics", "b");
        before.put("disabled_at", CREATED_MS);
        assertThat(redis.hash(DESTINATION)).isEqualTo(before);
        assertThat(redis.hash(SUMMARIES))
                .containsEntry("des_1", "{\"id\":\"des_1\",\"type\":\"webhook\",\"topics\":[\"b\"],\"disabled\":true}");
        get(store.updateDestination(KEY, old -> bare(old)));
        assertThat(redis.hash(DESTINATION).keySet())
                .contains("expires_at")
                .doesNotContain("disabled_at", "metadata", "delivery_metadata", "filter");
    }

    /** Outpost finds a deleted one marked for a week, and then not at all. */
    @Test
    void deleted_staysMarkedForAWeek() {
        get(store.upsertTenant("acme", null));
        get(store.createDestination(webhook("acme", "des_1")));
        get(store.createDestination(webhook("acme", "des_2")));
        clock.advance(Duration.ofSeconds(1));
        get(store.deleteDestination(KEY));
        assertThat(redis.hash(DESTINATION))
                .containsEntry("deleted_at", "1772359201123")
                .containsKey("config");
        assertThat(redis.secondsToLive(DESTINATION)).isBetween(604_700L, 604_800L);
        assertThat(redis.hash(SUMMARIES)).containsOnlyKeys("des_2");
        assertThat(redis.secondsToLive(SUMMARIES)).isEqualTo(-1);

        get(store.deleteTenant("acme"));
        assertThat(redis.names()).containsExactly(DESTINATION, "tenant:{acme}:destination:des_2", TENANT);
        for (String name : redis.names()) {
            assertThat(redis.hash(name)).containsEntry("deleted_at", "1772359201123");
            assertThat(redis.secondsToLive(name)).isBetween(604_700L, 604_800L);
        }
    }

    /** What the deleted one left behind must not come back with its successor, nor must it expire. */
    @Test
    void revived_startsAnew() {
        get(store.upsertTenant("acme", Map.of("old", "1")));
        get(store.createDestination(webhook("acme", "des_1")));
        redis.write(DESTINATION, "expires_at", "1");
        get(store.deleteTenant("acme"));
        get(store.upsertTenant("acme", null));
        get(store.createDestination(bare(webhook("acme", "des_1"))));
        assertThat(redis.hash(TENANT)).containsOnlyKeys("id", "entity", "created_at", "updated_at");
        assertThat(redis.hash(DESTINATION)).doesNotContainKeys("deleted_at", "expires_at", "metadata");
        for (String name : List.of(TENANT, SUMMARIES, DESTINATION)) {
            assertThat(redis.secondsToLive(name)).isEqualTo(-1);
        }
    }

    private static String latin1(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
