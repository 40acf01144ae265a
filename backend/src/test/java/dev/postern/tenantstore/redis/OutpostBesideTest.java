package dev.postern.tenantstore.redis;

import static dev.postern.tenantstore.TenantSamples.CREATED;
import static dev.postern.tenantstore.TenantSamples.event;
import static dev.postern.tenantstore.TenantSamples.get;
import static dev.postern.tenantstore.TenantSamples.isEmpty;
import static dev.postern.tenantstore.TenantSamples.webhook;
import static dev.postern.tenantstore.TenantSamples.withTopics;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.fakes.SettableClock;
import dev.postern.json.Json;
import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.model.Filter;
import dev.postern.model.Tenant;
import dev.postern.model.Topics;
import dev.postern.redis.RedisSettings;
import dev.postern.servers.TestRedis;
import dev.postern.tenantstore.TenantSamples;
import dev.postern.tenantstore.TenantStore.DeleteOutcome;
import dev.postern.tenantstore.TenantStore.UpdateOutcome;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

/** Keys that an Outpost wrote, of any age, and one that writes while we do. */
final class OutpostBesideTest {

    private static final String TENANT = "tenant:{acme}:tenant";
    private static final String SUMMARIES = "tenant:{acme}:destinations";
    private static final String DESTINATION = "tenant:{acme}:destination:des_1";
    private static final DestinationKey KEY = new DestinationKey("acme", "des_1");
    private static final byte[] CREDENTIALS = HexFormat.of()
            .parseHex(
                    "000102030405060708090a0b0a1fa8999501090748ebc4379192d335ab5e23f8a685a62870dada888e9c5bf51d87bdf5cb37");

    private final RedisSettings settings = TestRedis.settings();
    private final StoredKeys redis = new StoredKeys(settings);
    private final StoredKeys outpost = new StoredKeys(settings);
    private final RedisTenantStore store = redis.store(new SettableClock(TenantSamples.CREATED), 20);

    @BeforeEach
    void writeAsOutpostDoes() {
        redis.write(TENANT, "id", "acme", "entity", "tenant");
        redis.write(TENANT, "created_at", "1772359200123", "updated_at", "1772359200999", "metadata", "{\"n\":1e3}");
        redis.write(DESTINATION, "id", "des_1", "entity", "destination", "type", "webhook", "topics", "order.*,user");
        redis.write(DESTINATION, "config", "{\"url\":\"https://a.test\"}", "filter", "{\"data\":{\"x\":1}}");
        redis.write(DESTINATION, "created_at", "1772359200123", "updated_at", "1772359200123", "expires_at", "9");
        redis.write(DESTINATION, "credentials", CREDENTIALS);
        summarize("{\"id\":\"des_1\",\"type\":\"webhook\",\"topics\":[\"order.*\",\"user\"],"
                + "\"filter\":{\"data\":{\"x\":1}},\"disabled\":false}");
    }

    @AfterEach
    void close() {
        outpost.close();
        redis.close();
    }

    @Test
    void everything_isRead() {
        assertThat(get(store.retrieveDestination(KEY)))
                .isEqualTo(new Destination(
                        "des_1",
                        "acme",
                        "webhook",
                        Topics.of("order.*", "user"),
                        new Filter(Json.parseObject("{\"data\":{\"x\":1}}")),
                        Map.of("url", "https://a.test"),
                        Map.of("secret", "whsec_abc"),
                        null,
                        null,
                        CREATED,
                        CREATED,
                        null));
        assertThat(get(store.retrieveTenant("acme")))
                .isEqualTo(new Tenant(
                        "acme",
                        Map.of("n", "1000"),
                        List.of("order.*", "user"),
                        1,
                        CREATED,
                        Instant.parse("2026-03-01T10:00:00.999Z")));
        assertThat(get(store.match(event("acme", "order.x", "{\"x\":1}")))).containsExactly("des_1");
        assertThat(get(store.match(event("acme", "order.x", "{\"x\":2}")))).isEmpty();
    }

    /** Before Outpost's second migration times were RFC 3339; its documents call topics a JSON array. */
    @Test
    void olderForms_areRead() {
        redis.write(DESTINATION, "topics", "[\"a\",\"b\"]", "created_at", "2024-05-06T09:08:09.123456789+02:00");
        redis.write(DESTINATION, "updated_at", "2024-05-06T07:08:09Z", "disabled_at", "2024-05-06T07:08:10.5Z");
        redis.write(
                DESTINATION,
                "metadata",
                "{\"b\":true,\"n\":1000000,\"x\":null,\"o\":{\"z\":1,\"a\":[1.50]},\"s\":\"t\"}");
        redis.write(DESTINATION, "config", "null");
        redis.write(DESTINATION, "credentials", new SecretCipher(StoredKeys.SECRET).encrypt("null"));
        summarize("{\"id\":\"des_1\",\"type\":\"webhook\",\"topics\":\"*\",\"disabled\":false}");
        Destination read = get(store.retrieveDestination(KEY));
        assertThat(read.topics()).isEqualTo(Topics.of("a", "b"));
        assertThat(read.createdAt()).isEqualTo("2024-05-06T07:08:09.123Z");
        assertThat(read.updatedAt()).isEqualTo("2024-05-06T07:08:09Z");
        assertThat(read.disabledAt()).isEqualTo("2024-05-06T07:08:10.500Z");
        assertThat(read.config()).isEmpty();
        assertThat(read.credentials()).isEmpty();
        assertThat(read.metadata())
                .isEqualTo(Map.of("b", "true", "n", "1e+06", "x", "", "o", "{\"a\":[1.5],\"z\":1}", "s", "t"));
        assertThat(get(store.retrieveTenant("acme")).topics()).containsExactly("*");
    }

    @Test
    void brokenFilter_hidesNothingAndTakesNothing() {
        for (String broken : List.of("[1]", "{\"data\":", "7", "{\"data\":{\"$bogus\":1}}")) {
            redis.write(DESTINATION, "filter", broken);
            assertThat(get(store.listDestinations("acme"))).hasSize(1);
            get(store.updateDestination(KEY, old -> withTopics(old, "user")));
            assertThat(new String(redis.field(DESTINATION, "filter"), UTF_8)).isEqualTo(broken);
            assertThat(get(store.match(event("acme", "user", "{\"data\":1}")))).isEmpty();
        }
        summarize("{\"topics\":[\"user\"],\"filter\":[1]}");
        assertThat(get(store.match(event("acme", "user", "{}")))).isEmpty();
        summarize("garbage");
        assertThat(get(store.match(event("acme", "", "{}")))).isEmpty();
        assertThat(get(store.retrieveTenant("acme")).destinationCount()).isEqualTo(1);
    }

    @Test
    void emptyFilter_isNone() {
        redis.write(DESTINATION, "filter", "{}");
        assertThat(get(store.retrieveDestination(KEY)).filter()).isNull();
        redis.write(DESTINATION, "filter", "null");
        assertThat(get(store.retrieveDestination(KEY)).filter()).isNull();
    }

    /** The operator set another AES_ENCRYPTION_SECRET; the message helps, and shows nothing. */
    @Test
    void credentialsThatDoNotDecrypt_areAClearError() {
        redis.write(DESTINATION, "credentials", new SecretCipher("another").encrypt("{\"secret\":\"s3cr3t\"}"));
        expectUnreadable("destination acme/des_1: credentials: does not decrypt");
        redis.write(DESTINATION, "credentials", new byte[] {1, 2, 3});
        expectUnreadable("destination acme/des_1: credentials: ciphertext too short: 3 bytes (expected: at least 28)");
        redis.write(DESTINATION, "credentials", new SecretCipher(StoredKeys.SECRET).encrypt("s3cr3t"));
        expectUnreadable("destination acme/des_1: credentials: not JSON");
        assertThat(get(store.deleteDestination(KEY))).isInstanceOf(DeleteOutcome.Deleted.class);
    }

    @Test
    void fieldsThatCannotBeRead_areNamed() {
        redis.write(DESTINATION, "created_at", "yesterday");
        expectUnreadable("destination acme/des_1: created_at: ");
        redis.write(DESTINATION, "created_at", "2024-13-01T00:00:00Z");
        expectUnreadable("destination acme/des_1: created_at: ");
    }

    /** Outpost's portal saves a metadata change between our read and our write: both are there after. */
    @Test
    void update_whileOutpostEdits_losesNeither() {
        var attempts = new AtomicInteger();
        UpdateOutcome outcome = get(store.updateDestination(KEY, old -> {
            if (attempts.incrementAndGet() == 1) {
                otherWriter(() -> outpost.write(DESTINATION, "metadata", "{\"by\":\"outpost\"}"));
            }
            return withTopics(old, "changed");
        }));
        assertThat(attempts).hasValue(2);
        assertThat(outcome).isInstanceOf(UpdateOutcome.Updated.class);
        assertThat(get(store.retrieveDestination(KEY)).metadata()).isEqualTo(Map.of("by", "outpost"));
        assertThat(get(store.retrieveDestination(KEY)).topics()).isEqualTo(Topics.of("changed"));
        assertThat(redis.field(DESTINATION, "credentials")).isEqualTo(CREDENTIALS);
        assertThat(redis.hash(DESTINATION)).containsEntry("expires_at", "9");
    }

    @Test
    void update_whileOutpostDeletes_resurrectsNothing() {
        UpdateOutcome outcome = get(store.updateDestination(KEY, old -> {
            otherWriter(() -> outpost.write(DESTINATION, "deleted_at", "1772359200999"));
            return withTopics(old, "changed");
        }));
        assertThat(outcome).isEqualTo(new UpdateOutcome.NoSuchDestination());
        assertThat(redis.hash(DESTINATION)).containsEntry("topics", "order.*,user");
    }

    /** Something writes on and on: the update gives up with a reason. */
    @Test
    void update_thatNeverFindsAPause_fails() {
        var writes = new AtomicInteger();
        var impatient = redis.store(
                new SettableClock(TenantSamples.CREATED),
                new RedisTenantStoreSettings(StoredKeys.SECRET, 20, 3, 10, 10));
        StepVerifier.create(impatient.updateDestination(KEY, old -> {
                    otherWriter(() -> outpost.write(DESTINATION, "counter", "" + writes.incrementAndGet()));
                    return withTopics(old, "changed");
                }))
                .verifyErrorMessage("destination acme/des_1: changed by others at every attempt");
        assertThat(writes).hasValue(3);
    }

    /** Outpost counts the mark of a deleted tenant's destination as a key of its own. */
    @Test
    void deletedByOutpost_isAbsent() {
        redis.write(DESTINATION, "deleted_at", "1772359200999");
        redis.write(TENANT, "deleted_at", "1772359200999");
        redis.delete(SUMMARIES);
        assertThat(isEmpty(store.retrieveDestination(KEY))).isTrue();
        assertThat(isEmpty(store.retrieveTenant("acme"))).isTrue();
        assertThat(get(store.deleteTenant("acme"))).isFalse();
        assertThat(get(store.upsertTenant("acme", null)).created()).isTrue();
        assertThat(get(store.createDestination(webhook("acme", "des_1"))).toString())
                .startsWith("Created");
    }

    /** A summary whose destination has expired: an Outpost died between two commands. */
    @Test
    void summaryWithoutDestination_isPassedOverAndCanBeDeleted() {
        redis.delete(DESTINATION);
        assertThat(get(store.listDestinations("acme"))).isEmpty();
        assertThat(get(store.deleteDestination(KEY))).isInstanceOf(DeleteOutcome.NoSuchDestination.class);
        assertThat(get(store.retrieveTenant("acme")).destinationCount()).isZero();
    }

    private void expectUnreadable(String message) {
        StepVerifier.create(store.retrieveDestination(KEY))
                .verifyErrorSatisfies(error -> assertThat(error)
                        .hasMessageStartingWith(message)
                        .message()
                        .doesNotContain("s3cr3t"));
    }

    private void summarize(String json) {
        redis.write(SUMMARIES, "des_1", json);
    }

    /** On a thread that may wait, as another process's would. */
    private static void otherWriter(Runnable write) {
        Thread thread = Thread.ofPlatform().start(write);
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
