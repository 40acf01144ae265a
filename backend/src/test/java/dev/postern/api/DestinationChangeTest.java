package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.model.Topics;
import dev.postern.tenantstore.TenantStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** What may be changed of a destination, and what a refused change leaves as it was. */
class DestinationChangeTest extends ApiTest {

    private static final String UPDATE = """
            mutation U($tenantId: ID, $id: ID!, $%1$s: JSON) {
              updateDestination(input: {tenantId: $tenantId, id: $id, %1$s: $%1$s}) {
                destination { id } userErrors { code field message } } }""";
    private static final String CREDENTIALS = UPDATE.formatted("credentials");
    private static final String CONFIG = UPDATE.formatted("config");

    @Autowired
    TenantStore store;

    @BeforeEach
    void prepare() {
        tenant("shop");
        data(
                OPERATOR,
                "mutation { deleteDestination(input: {tenantId: \"shop\", id: \"d\"}) { deletedDestinationId } }");
        destination("shop", "d");
    }

    /** A client that sends every field it has: without its secret, every delivery would fail. */
    @Test
    void update_withCredentialsOfNullIsRefused() {
        for (String who : List.of(OPERATOR, tokenOf("shop"))) {
            assertThat(change(who, CREDENTIALS, "\"credentials\": null"))
                    .contains("\"destination\":null", "REQUIRED", "[\"input\",\"credentials\"]");
        }
        assertThat(stored("d").credentials()).containsEntry("secret", "whsec_0123456789");
    }

    @Test
    void update_takesAwayNoSecretThatDeliveriesNeed() {
        for (String secret : List.of("null", "\"\"", "\"  \"")) {
            assertThat(change(OPERATOR, CREDENTIALS, "\"credentials\": {\"secret\": %s}".formatted(secret)))
                    .contains("\"destination\":null", "REQUIRED", "[\"input\",\"credentials\",\"secret\"]");
        }
        assertThat(stored("d").credentials()).containsEntry("secret", "whsec_0123456789");

        assertThat(change(OPERATOR, CREDENTIALS, "\"credentials\": {\"secret\": \"another\"}"))
                .contains("\"userErrors\":[]");
    }

    @Test
    void update_takesInNoUnknownKeyAndNothingHuge() {
        assertThat(change(OPERATOR, CONFIG, "\"config\": {\"ulr\": \"http://y\"}"))
                .contains("INVALID", "[\"input\",\"config\",\"ulr\"]", "expected: one of url");
        assertThat(change(OPERATOR, CONFIG, "\"config\": {\"url\": \"http://%s\"}".formatted("y".repeat(8 * 1024))))
                .contains("TOO_LARGE", "[\"input\",\"config\",\"url\"]");
        assertThat(change(
                        OPERATOR,
                        CONFIG,
                        "\"config\": {\"a%1$s\": \"\", \"b%1$s\": \"\"}".formatted("k".repeat(40_000))))
                .contains("TOO_LARGE", "[\"input\",\"config\"]")
                .doesNotContain("kk");
        assertThat(stored("d").config()).isEqualTo(Map.of("url", "http://example.com"));
    }

    /** Outpost stored what nobody here knows: it stays, and keeps nobody from moving the URL. */
    @Test
    void update_leavesWhatAnotherSystemStored() {
        store(new Destination(
                "theirs",
                "shop",
                "webhook",
                new Topics(List.of("*")),
                null,
                Map.of("url", "http://x", "old_key", "1", "big", "x".repeat(70_000)),
                Map.of("secret", "s", "old_secret", "2"),
                null,
                Map.of("long", "x".repeat(5_000)),
                Instant.EPOCH,
                Instant.EPOCH,
                null));

        assertThat(change("theirs", CONFIG, "\"config\": {\"url\": \"http://z\", \"old_key\": null}", OPERATOR))
                .contains("\"userErrors\":[]");
        assertThat(stored("theirs").config())
                .containsEntry("url", "http://z")
                .containsKey("big")
                .doesNotContainKey("old_key");
        assertThat(stored("theirs").credentials()).containsEntry("old_secret", "2");
    }

    /** Outpost gave ids that we would not give. */
    @Test
    void adoptedTenant_isPublishedToAndChanged() {
        store.upsertTenant("org:1", null).block();
        destination("org:1", "d");

        assertThat(text(OPERATOR, """
                mutation { publishEvent(input: {tenantId: "org:1", id: "e", topic: "user.created", data: 1}) {
                  destinationIds duplicate userErrors { field } } }""")).contains("{\"destinationIds\":[\"d\"],\"duplicate\":false,\"userErrors\":[]}");
        assertThat(upsert("org:1")).contains("\"created\":false,\"userErrors\":[]");
        assertThat(upsert("org:2")).contains("INVALID", "[\"input\",\"id\"]");
    }

    private String upsert(String id) {
        return text(OPERATOR, """
                mutation { upsertTenant(input: {id: "%s", metadata: {a: "b"}}) { created userErrors { code field } } }""".formatted(id));
    }

    private String change(String who, String mutation, String variable) {
        return change("d", mutation, variable, who);
    }

    private String change(String id, String mutation, String variable, String who) {
        return text(who, mutation, "{\"tenantId\": \"shop\", \"id\": \"%s\", %s}".formatted(id, variable));
    }

    private Destination stored(String id) {
        return Objects.requireNonNull(
                store.retrieveDestination(new DestinationKey("shop", id)).block());
    }

    private void store(Destination destination) {
        store.deleteDestination(destination.key())
                .then(store.createDestination(destination))
                .block();
    }
}
