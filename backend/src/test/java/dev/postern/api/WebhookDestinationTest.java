package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.DeliveryStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A webhook's life, from its first secret to its last change. */
class WebhookDestinationTest extends WebhookApiTest {

    private String tenant = "";

    @BeforeEach
    void prepare(TestInfo test) {
        tenant = Integer.toHexString(test.getDisplayName().hashCode())
                + test.getTestMethod().orElseThrow().getName().hashCode();
        tenant(tenant);
    }

    /** A customer registers a URL, and looks for what to verify signatures with. */
    @Test
    void create_makesASecretAndShowsItsHint() {
        String created = create(tokenOf(tenant), tenant, "");

        String secret = secret(tenant, "secret");
        assertThat(secret).hasSizeGreaterThan(30);
        assertThat(created)
                .contains("\"secret\":\"" + secret.substring(0, 4) + "****\"")
                .doesNotContain(secret);
    }

    /** An operator moves a destination over, with the secret that its receiver knows. */
    @Test
    void create_keepsTheSecretThatAnOperatorGives() {
        create(OPERATOR, tenant, ", credentials: {secret: \"moved-over-secret\"}");

        assertThat(revealed(tenant)).isEqualTo(Map.of("secret", "moved-over-secret"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret", "previous_secret", "previous_secret_invalid_at"})
    void create_takesNoSecretOfATenants(String key) {
        assertThat(create(tokenOf(tenant), tenant, ", credentials: {%s: \"2030-01-01T00:00:00Z\"}".formatted(key)))
                .contains("\"destination\":null", "FORBIDDEN", "[\"input\",\"credentials\",\"" + key + "\"]");
    }

    /** A receiver changes its key at leisure: until then both signatures are sent. */
    @Test
    void rotate_keepsTheOldSecretForTheOverlap() {
        create(OPERATOR, tenant, "");
        String old = secret(tenant, "secret");
        Instant before = Clock.systemUTC().instant();

        String rotated = rotate(tokenOf(tenant), tenant, ", overlap: \"PT1H\"");

        assertThat(rotated).contains("\"userErrors\":[]").doesNotContain(old);
        assertThat(secret(tenant, "previous_secret")).isEqualTo(old);
        assertThat(secret(tenant, "secret")).isNotEqualTo(old);
        String end = secret(tenant, "previous_secret_invalid_at");
        assertThat(Instant.parse(end))
                .isBetween(
                        before.plus(Duration.ofHours(1)),
                        Clock.systemUTC().instant().plus(Duration.ofHours(1)).plusSeconds(1));
        assertThat(rotated)
                .contains(
                        "\"previous_secret\":\"" + old.substring(0, 4) + "****\"",
                        "\"previous_secret_invalid_at\":\"" + end + "\"");
    }

    /** The secret leaked: the old one must not be good for a moment longer. */
    @Test
    void rotate_withoutOverlapDropsTheOldSecret() {
        create(OPERATOR, tenant, "");
        String old = secret(tenant, "secret");

        rotate(OPERATOR, tenant, ", overlap: \"PT0S\"");

        assertThat(revealed(tenant).keySet()).isEqualTo(java.util.Set.of("secret"));
        assertThat(secret(tenant, "secret")).isNotEqualTo(old);
    }

    @ParameterizedTest
    @CsvSource({"-PT1S,false", "PT0S,true", "P7D,true", "P1W,true", "P7DT1S,false", "P1M,false"})
    void rotate_limitsTheOverlap(String overlap, boolean taken) {
        create(OPERATOR, tenant, "");
        String old = secret(tenant, "secret");

        String answer = rotate(OPERATOR, tenant, ", overlap: \"%s\"".formatted(overlap));

        assertThat(answer).contains(taken ? "\"userErrors\":[]" : "\"field\":[\"input\",\"overlap\"]");
        assertThat(secret(tenant, "secret").equals(old)).isNotEqualTo(taken);
    }

    /** A form that knows only hints sends all of them back, after a rotation. */
    @Test
    void update_leavesSecretsWhoseHintsComeBack() {
        create(OPERATOR, tenant, "");
        rotate(OPERATOR, tenant, "");
        Map<?, ?> before = revealed(tenant);
        String shown = text(OPERATOR, "{ destination(tenantId: \"%s\", id: \"d\") { credentials } }".formatted(tenant));
        String hints = shown.substring(
                shown.indexOf("\"credentials\":") + "\"credentials\":".length(), shown.indexOf('}') + 1);

        String answer = text(
                tokenOf(tenant),
                "mutation U($c: JSON) { updateDestination(input: {id: \"d\", credentials: $c}) { userErrors { code } } }",
                "{\"c\":" + hints + "}");

        assertThat(answer).contains("\"userErrors\":[]");
        assertThat(revealed(tenant)).isEqualTo(before);
    }

    /** Null removes a member, leaves the others, and as a whole is no patch of what can't be missing. */
    @Test
    void update_mergesMembersAndRemovesNulls() {
        create(OPERATOR, tenant, ", deliveryMetadata: {a: \"1\", b: \"2\"}, metadata: {m: \"1\"}");
        Map<?, ?> secrets = revealed(tenant);

        String merged = update(
                tokenOf(tenant),
                tenant,
                ", config: {custom_headers: \"{\\\"x-a\\\":\\\"1\\\"}\"}, deliveryMetadata: {a: null, c: \"3\"}, metadata: null");

        assertThat(merged)
                .contains("\"url\":\"http://example.com/hook\"", "custom_headers")
                .contains("\"deliveryMetadata\":{\"b\":\"2\",\"c\":\"3\"}", "\"metadata\":null");
        assertThat(update(tokenOf(tenant), tenant, ", config: {custom_headers: null}"))
                .contains("\"config\":{\"url\":\"http://example.com/hook\"}");
        assertThat(update(tokenOf(tenant), tenant, ", config: null"))
                .contains("\"config\":{\"url\":\"http://example.com/hook\"}", "\"userErrors\":[]");
        assertThat(revealed(tenant)).isEqualTo(secrets);
    }

    /** What could not be created can't be reached by changing it either. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    config: {url: null}                      | REQUIRED | "config","url"
                    config: {url: "ftp://example.com"}       | INVALID  | "config","url"
                    config: {url: 1}                         | INVALID  | "config","url"
                    config: []                               | INVALID  | "config"
                    config: {custom_headers: "nope"}         | INVALID  | "config","custom_headers"
                    config: {rate_limit: "fast"}             | INVALID  | "config","rate_limit"
                    credentials: {previous_secret: "old"}    | REQUIRED | "credentials","previous_secret_invalid_at"
                    deliveryMetadata: {"": "x"}              | INVALID  | "deliveryMetadata"
                    topics: []                               | INVALID  | "topics"
                    topics: ["nope"]                         | INVALID  | "topics","0"
                    filter: [1]                              | INVALID  | "filter\"""")
    void update_isValidatedAnew(String change, String code, String field) {
        create(OPERATOR, tenant, "");
        // GraphQL's own syntax has no such name.
        if (change.contains("\"\":")) {
            assertThat(text(
                            OPERATOR,
                            "mutation U($t: ID, $m: JSON) { updateDestination(input: {tenantId: $t, id: \"d\", deliveryMetadata: $m}) { userErrors { code field } } }",
                            "{\"t\":\"" + tenant + "\",\"m\":{\"\":\"x\"}}"))
                    .contains("\"code\":\"" + code + "\"", "[\"input\"," + field);
            return;
        }

        assertThat(update(OPERATOR, tenant, ", " + change))
                .contains("\"destination\":null", "\"code\":\"" + code + "\"", "[\"input\"," + field);
        assertThat(text(
                        OPERATOR,
                        "{ destination(tenantId: \"%s\", id: \"d\") { config topics filter } }".formatted(tenant)))
                .contains("\"config\":{\"url\":\"http://example.com/hook\"},\"topics\":[\"*\"],\"filter\":null");
    }

    /** Somebody presses the button twice. */
    @Test
    void enableAndDisable_changeNothingTheSecondTime() {
        create(OPERATOR, tenant, "");

        String disabled = switchTo("disable");
        assertThat(disabled).contains("\"enabled\":false").doesNotContain("\"disabledAt\":null");
        assertThat(switchTo("disable")).isEqualTo(disabled);

        String enabled = switchTo("enable");
        assertThat(enabled).contains("\"enabled\":true", "\"disabledAt\":null");
        assertThat(switchTo("enable")).isEqualTo(enabled);
    }

    /** A receiver comes back: failures before its first success count no more, and disabling forgets nothing. */
    @Test
    void consecutiveFailures_countBackToTheLastSuccess() {
        create(OPERATOR, tenant, "");
        logged(tenant, "evt_" + tenant, "d", 1, DeliveryStatus.FAILED, "1");
        logged(tenant, "evt_" + tenant, "d", 2, DeliveryStatus.SUCCESS, "1");
        logged(tenant, "evt_" + tenant, "d", 3, DeliveryStatus.FAILED, "1");
        logged(tenant, "evt_" + tenant, "d", 4, DeliveryStatus.FAILED, "1");

        assertThat(failures()).contains("\"consecutiveFailures\":2");
        switchTo("disable");
        switchTo("enable");
        assertThat(failures()).contains("\"consecutiveFailures\":2");

        logged(tenant, "evt_" + tenant, "d", 5, DeliveryStatus.SUCCESS, "1");
        assertThat(failures()).contains("\"consecutiveFailures\":0");
    }

    private String failures() {
        return text(OPERATOR, "{ destination(tenantId: \"%s\", id: \"d\") { consecutiveFailures } }".formatted(tenant));
    }

    private String switchTo(String verb) {
        return text(tokenOf(tenant), """
                mutation { m: %sDestination(input: {id: "d"}) {
                  destination { enabled disabledAt } userErrors { code } } }""".formatted(verb));
    }
}
