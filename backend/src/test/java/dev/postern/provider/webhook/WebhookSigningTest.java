package dev.postern.provider.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import dev.postern.model.Destination;
import dev.postern.provider.webhook.WebhookSettings.Algorithm;
import dev.postern.provider.webhook.WebhookSettings.Encoding;
import dev.postern.provider.webhook.WebhookSettings.Mode;
import dev.postern.provider.webhook.WebhookSettings.Signatures;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSigningTest {

    private final Receiver receiver = Receiver.answering(200, "");
    private final Destination destination = Webhooks.destination(receiver.url());

    @AfterEach
    void close() throws IOException {
        receiver.close();
    }

    /** A receiver that used to listen to Outpost. */
    @Test
    void defaultMode_signsTheBodyWithTheWholeSecret() throws Exception {
        String signature = signature(Webhooks.settings(), destination, "x-outpost-signature");

        assertThat(signature)
                .isEqualTo("v0=" + HexFormat.of().formatHex(hmac("HmacSHA256", Webhooks.SECRET, Webhooks.DATA)));
    }

    /** Outpost's settings for other algorithms, encodings and forms. */
    @Test
    void defaultMode_followsTheTemplates() throws Exception {
        var signatures = new Signatures(
                "{{.Timestamp.Unix}}.{{.EventID}}.{{.Topic}}.{{.Body}}",
                "t={{.Timestamp.Unix}},v0={{.Signatures | join \",\"}}",
                "{{.RandomHex}}",
                Encoding.BASE64,
                Algorithm.HMAC_SHA1);
        String signed = "1772600767.evt_1.order.paid." + Webhooks.DATA;

        String signature =
                signature(Webhooks.settings().withSignatures(signatures), destination, "x-outpost-signature");

        assertThat(signature)
                .isEqualTo("t=1772600767,v0="
                        + Base64.getEncoder().encodeToString(hmac("HmacSHA1", Webhooks.SECRET, signed)));
    }

    /** The receiver changes over to a new secret at its leisure. */
    @Test
    void rotation_signsWithBothUntilTheOldOneEnds() throws Exception {
        var names = "x-outpost-signature";
        Map<String, String> rotated = rotate(Webhooks.settings(), Duration.ofHours(24));
        Destination later = destination.withCredentials(rotated);
        String fresh = hex(rotated.get("secret"));
        String old = hex(Webhooks.SECRET);

        assertThat(rotated)
                .containsEntry("previous_secret", Webhooks.SECRET)
                .containsEntry("previous_secret_invalid_at", "2026-03-05T05:06:08Z");
        assertThat(signature(Webhooks.settings(), later, names)).isEqualTo("v0=" + fresh + "," + old);
        assertThat(signatureAt("2026-03-05T05:06:07Z", later)).isEqualTo("v0=" + fresh + "," + old);
        assertThat(signatureAt("2026-03-05T05:06:08Z", later)).isEqualTo("v0=" + fresh);
    }

    /** The old secret leaked. */
    @Test
    void rotation_withoutOverlap_forgetsTheOldOne() {
        assertThat(rotate(Webhooks.settings(), Duration.ZERO)).containsOnlyKeys("secret");
    }

    /** Somebody edited the stored end of a secret by hand: an unreadable end is no reason to trust it. */
    @Test
    void previousSecret_withoutReadableEnd_signsNothing() throws Exception {
        Destination odd = destination.withCredentials(
                Map.of("secret", Webhooks.SECRET, "previous_secret", "old", "previous_secret_invalid_at", "tomorrow"));

        assertThat(signature(Webhooks.settings(), odd, "x-outpost-signature")).isEqualTo("v0=" + hex(Webhooks.SECRET));
    }

    /** The standard's own library is the judge. */
    @Test
    void standardMode_isVerifiedByTheStandardsLibrary() throws Exception {
        Clock real = Clock.systemUTC();
        var settings = Webhooks.settings().withMode(Mode.STANDARD);
        Destination rotated;
        try (var provider = new WebhookProvider(settings, real, new SecureRandom())) {
            rotated = provider.rotateSecret(destination, Duration.ofHours(1)).orElseThrow();
            Webhooks.publish(provider, rotated, Map.of("signature", "forged"));
        }
        Receiver.Request request = receiver.onlyRequest();
        HttpHeaders headers = HttpHeaders.of(
                request.headers().entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, entry -> List.of(entry.getValue()))),
                (name, value) -> true);

        var fresh = new Webhook(String.valueOf(rotated.credentials().get("secret")));
        var old = new Webhook(Webhooks.SECRET);
        var foreign = new Webhook(Webhooks.OLD_SECRET);
        assertThatCode(() -> fresh.verify(request.body(), headers)).doesNotThrowAnyException();
        assertThatCode(() -> old.verify(request.body(), headers)).doesNotThrowAnyException();
        assertThatThrownBy(() -> foreign.verify(request.body(), headers))
                .isInstanceOf(WebhookVerificationException.class);
        assertThatThrownBy(() -> fresh.verify(request.body() + " ", headers))
                .isInstanceOf(WebhookVerificationException.class);
    }

    /** A destination is created without a secret, as tenants must. */
    @Test
    void prepare_generatesASecretOfTheModesForm() {
        Destination bare = destination.withCredentials(Map.of("secret", " ", "rotate_secret", "true"));
        try (var byDefault = Webhooks.provider(Webhooks.settings());
                var standard = Webhooks.provider(Webhooks.settings().withMode(Mode.STANDARD))) {
            Map<String, String> first = byDefault.prepare(bare).credentials();
            Map<String, String> second = byDefault.prepare(bare).credentials();
            String encoded = String.valueOf(standard.prepare(bare).credentials().get("secret"));

            assertThat(first).containsOnlyKeys("secret");
            assertThat(first.get("secret")).matches("whsec_[0-9a-f]{64}").isNotEqualTo(second.get("secret"));
            assertThat(encoded).startsWith("whsec_");
            assertThat(Base64.getDecoder().decode(encoded.substring(6))).hasSize(32);
            assertThat(standard.validate(standard.prepare(bare))).isEmpty();
        }
    }

    /** An operator brings the secrets that receivers already know. */
    @Test
    void prepare_keepsGivenSecretsAndEndsThePreviousOne() {
        Map<String, String> given = Map.of("secret", "mine", "previous_secret", "old");
        try (var provider = Webhooks.provider(Webhooks.settings())) {
            assertThat(provider.prepare(destination.withCredentials(given)).credentials())
                    .containsEntry("secret", "mine")
                    .containsEntry("previous_secret", "old")
                    .containsEntry("previous_secret_invalid_at", "2026-03-05T05:06:08Z");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{{.RandomBase64}}", "{{.RandomAlphanumeric}}", "p_{{.RandomHex}}_s"})
    void newSecret_followsItsTemplate(String template) {
        var defaults = Signatures.defaults();
        var settings = Webhooks.settings()
                .withSignatures(new Signatures(
                        defaults.contentTemplate(),
                        defaults.headerTemplate(),
                        template,
                        defaults.encoding(),
                        defaults.algorithm()));
        try (var provider = Webhooks.provider(settings)) {
            assertThat(provider.prepare(destination.withCredentials(Map.of()))
                            .credentials()
                            .get("secret"))
                    .matches("[A-Za-z0-9+/=]{44}|[A-Za-z0-9]{32}|p_[0-9a-f]{64}_s");
        }
    }

    /** A template without anything random would give all tenants one secret. */
    @Test
    void secretTemplate_withoutAField_isRefused() {
        var settings = Webhooks.settings()
                .withSignatures(
                        new Signatures("{{.Body}}", "{{.EventID}}", "fixed", Encoding.HEX, Algorithm.HMAC_SHA1));

        assertThatThrownBy(() -> Webhooks.provider(settings)).hasMessageContaining("the same secret for all");
    }

    private Map<String, String> rotate(WebhookSettings settings, Duration overlap) {
        try (var provider = Webhooks.provider(settings)) {
            return provider.rotateSecret(destination, overlap).orElseThrow().credentials();
        }
    }

    private String signatureAt(String time, Destination to) {
        Clock clock = Clock.fixed(Instant.parse(time), ZoneOffset.UTC);
        try (var provider = new WebhookProvider(Webhooks.settings(), clock, new SecureRandom())) {
            Webhooks.publish(provider, to);
        }
        return String.valueOf(receiver.requests().getLast().headers().get("x-outpost-signature"));
    }

    private String signature(WebhookSettings settings, Destination to, String header) {
        try (var provider = Webhooks.provider(settings)) {
            Webhooks.publish(provider, to);
        }
        return String.valueOf(receiver.requests().getLast().headers().get(header));
    }

    private static String hex(@Nullable String secret) throws Exception {
        return HexFormat.of().formatHex(hmac("HmacSHA256", String.valueOf(secret), Webhooks.DATA));
    }

    private static byte[] hmac(String algorithm, String key, String content) throws Exception {
        Mac mac = Mac.getInstance(algorithm);
        mac.init(new SecretKeySpec(key.getBytes(UTF_8), algorithm));
        return mac.doFinal(content.getBytes(UTF_8));
    }
}
