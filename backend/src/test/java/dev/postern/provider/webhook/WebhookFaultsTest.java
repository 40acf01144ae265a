package dev.postern.provider.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.Destination;
import dev.postern.provider.DestinationProvider.FieldFault;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookFaultsTest {

    private static final String URL = "https://receiver.example/hook";

    private final WebhookProvider guarded = Webhooks.provider(WebhookSettings.defaults());
    private final WebhookProvider open =
            Webhooks.provider(WebhookSettings.defaults().withAllowPrivate(true));
    private final WebhookProvider standard =
            Webhooks.provider(WebhookSettings.defaults().withMode(WebhookSettings.Mode.STANDARD));

    @AfterEach
    void close() {
        guarded.close();
        open.close();
        standard.close();
    }

    /** What tenants enter. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://receiver.example",
                "http://receiver.example:8080/a/b?c=d&e=%20#f",
                "HTTPS://Receiver.Example/",
                "https://xn--bcher-kva.example/caf\u00e9",
                "https://8.8.8.8/hook",
                "https://[2606:4700:4700::1111]:8443/hook",
                "https://localhost.example/"
            })
    void validate_soundUrl_hasNoFault(String url) {
        assertThat(guarded.validate(Webhooks.destination(url))).isEmpty();
    }

    /** What they enter by mistake, or to see what happens. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "receiver.example",
                "ftp://receiver.example",
                "javascript:alert(1)",
                "https://",
                "https:///hook",
                "https://receiver.example/a b",
                " https://receiver.example",
                "https://receiver.example\r\nHost: evil",
                "https://receiver.example/\u0000",
                "https://user:pass@receiver.example/",
                "https://receiver.example@10.0.0.1/",
                "https://receiver.example\\@10.0.0.1/",
                "https://receiver.example:0/",
                "https://receiver.example:65536/",
                "https://receiver.example:port/",
                "https://receiver.example/{id}",
                "https://receiver.example/%zz",
                "https://[::1%25eth0]/",
                "https://[not-an-address]/",
                "http://2130706433/",
                "http://0x7f.1/",
                "http://127.1/",
                "http://1.2.3.256/",
                "http://b\u00fccher.example/"
            })
    void validate_urlThatCannotBeCalled_isAFaultEvenWherePrivateIsAllowed(String url) {
        assertUrlFault(open, url);
    }

    /** Somebody points a webhook at the inside of the data centre. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/",
                "http://10.0.0.1:8080/",
                "http://169.254.169.254/latest/meta-data/",
                "http://[::1]/",
                "http://[::ffff:127.0.0.1]/",
                "http://[::ffff:7f00:1]/",
                "http://[64:ff9b::a00:1]/",
                "http://[fd00:ec2::254]/",
                "http://0.0.0.0/",
                "http://localhost:3000/",
                "http://LOCALHOST/",
                "http://app.localhost/"
            })
    void validate_privateAddress_isAFaultUnlessAllowed(String url) {
        assertUrlFault(guarded, url);
        assertThat(open.validate(Webhooks.destination(url))).isEmpty();
    }

    @Test
    void validate_noUrl_isMissing() {
        Destination destination = Webhooks.destination(URL).withConfig(Map.of());

        assertThat(guarded.validate(destination)).singleElement().satisfies(fault -> {
            assertThat(fault.missing()).isTrue();
            assertThat(fault.path()).containsExactly("config", "url");
        });
    }

    @Test
    void validate_longUrl_isAFaultFrom2049Characters() {
        String longest = URL + "/".repeat(2048 - URL.length());

        assertThat(guarded.validate(Webhooks.destination(longest))).isEmpty();
        assertUrlFault(guarded, longest + "/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{}", "{\"X-Api-Key\":\"k\",\"x_1\":\"\u00e9\",\"x-outpost-id\":\"tab\\tin\"}"})
    void validate_soundCustomHeaders_haveNoFault(String json) {
        customHeaders(json).isEmpty();
    }

    /** Names and values that would break the request, or lie about it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"Content-Type\":\"text/plain\"}|Content-Type|can't be set",
                "{\"HOST\":\"evil\"}|HOST|can't be set",
                "{\"content-length\":\"1\"}|content-length|can't be set",
                "{\"Connection\":\"close\"}|Connection|can't be set",
                "{\"User-Agent\":\"x\"}|User-Agent|can't be set",
                "{\"Transfer-Encoding\":\"chunked\"}|Transfer-Encoding|can't be set",
                "{\"-x\":\"1\"}|-x|no header name",
                "{\"x y\":\"1\"}|x y|no header name",
                "{\"x:\":\"1\"}|x:|no header name",
                "{\"\":\"1\"}||no header name",
                "{\"x\":\"\"}|x|0 characters",
                "{\"x\":\"a\\r\\nHost: evil\"}|x|control character",
                "{\"x\":\"a\\u0000\"}|x|control character"
            })
    void validate_customHeaderThatCannotBeSet_isAFaultAtItsName(String json, String name, String message) {
        customHeaders(json).singleElement().satisfies(fault -> {
            assertThat(fault.path()).containsExactly("config", "custom_headers", name == null ? "" : name);
            assertThat(fault.message()).contains(message);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "[]", "\"x\"", "{\"a\":1}", "{\"a\":null}", "{\"a\":\"b\"} x", "{"})
    void validate_customHeadersThatAreNoObjectOfStrings_isAFault(String json) {
        customHeaders(json)
                .singleElement()
                .satisfies(fault -> assertThat(fault.path()).containsExactly("config", "custom_headers"));
    }

    @Test
    void validate_credentials_mustFitTogether() {
        String end = "2026-03-05T00:00:00+01:00";

        credentials(guarded, Map.of()).isEmpty();
        credentials(guarded, Map.of("secret", "anything at all")).isEmpty();
        credentials(guarded, Map.of("secret", "a", "previous_secret", "b", "previous_secret_invalid_at", end))
                .isEmpty();
        credentials(guarded, Map.of("secret", "x".repeat(513)))
                .extracting(FieldFault::message)
                .containsExactly("secret has 513 characters (expected: at most 512)");
        credentials(guarded, Map.of("secret", "a", "previous_secret", "b"))
                .extracting(fault -> fault.path().getLast())
                .containsExactly("previous_secret_invalid_at");
        credentials(guarded, Map.of("previous_secret", "b", "previous_secret_invalid_at", end))
                .extracting(fault -> fault.path().getLast())
                .containsExactly("secret");
        credentials(guarded, Map.of("secret", "a", "previous_secret_invalid_at", "tomorrow"))
                .extracting(fault -> fault.path().getLast())
                .containsExactly("previous_secret", "previous_secret_invalid_at");
    }

    /** Standard Webhooks' libraries would not take these. */
    @ParameterizedTest
    @ValueSource(strings = {"plain", "whsec_", "whsec_!!!!", "whsec_c2hvcnQ="})
    void validate_standardMode_secretMustBeWhsecAndBase64(String secret) {
        credentials(standard, Map.of("secret", secret))
                .extracting(FieldFault::path)
                .containsExactly(List.of("credentials", "secret"));
        credentials(standard, Map.of("secret", Webhooks.SECRET)).isEmpty();
    }

    @Test
    void validate_deliveryMetadata_mustMakeHeaders() {
        Destination destination = Webhooks.withDeliveryMetadata(
                Webhooks.destination(URL), Map.of("fine", "yes", "line", "a\nb", "sp ace", "x"));

        assertThat(guarded.validate(destination))
                .extracting(fault -> String.join("/", fault.path()))
                .containsExactlyInAnyOrder("deliveryMetadata/line", "deliveryMetadata/sp ace");
    }

    private static void assertUrlFault(WebhookProvider provider, String url) {
        assertThat(provider.validate(Webhooks.destination(url))).singleElement().satisfies(fault -> {
            assertThat(fault.path()).containsExactly("config", "url");
            assertThat(fault.missing()).isFalse();
            assertThat(fault.message()).startsWith("url ");
        });
    }

    private ListAssert<FieldFault> customHeaders(String json) {
        return assertThat(guarded.validate(Webhooks.with(Webhooks.destination(URL), "custom_headers", json)));
    }

    private static ListAssert<FieldFault> credentials(WebhookProvider provider, Map<String, String> credentials) {
        return assertThat(provider.validate(Webhooks.destination(URL).withCredentials(credentials)));
    }
}
