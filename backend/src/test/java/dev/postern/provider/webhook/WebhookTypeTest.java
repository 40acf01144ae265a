package dev.postern.provider.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.provider.DestinationType;
import dev.postern.provider.DestinationType.Field;
import dev.postern.provider.webhook.WebhookSettings.HeaderNames;
import dev.postern.provider.webhook.WebhookSettings.Mode;
import org.junit.jupiter.api.Test;

class WebhookTypeTest {

    /** The portal draws its form from this. */
    @Test
    void type_describesTheForm() {
        DestinationType type = type(Webhooks.settings());

        assertThat(type.type()).isEqualTo("webhook");
        assertThat(type.icon()).startsWith("<svg").doesNotContain("script");
        assertThat(type.configFields()).extracting(Field::key).containsExactly("url", "custom_headers", "rate_limit");
        assertThat(type.configFields().getFirst().required()).isTrue();
        assertThat("https://receiver.example/x")
                .matches(String.valueOf(type.configFields().getFirst().pattern()));
        assertThat(type.credentialFields())
                .filteredOn(Field::sensitive)
                .extracting(Field::key)
                .containsExactly("secret", "previous_secret");
    }

    /** Whoever reads the instructions copies the headers' names from them. */
    @Test
    void instructions_nameTheHeadersThatAreSent() {
        assertThat(type(Webhooks.settings()).instructions()).contains("`x-outpost-signature`", "`x-outpost-event-id`");
        assertThat(type(Webhooks.settings().withMode(Mode.STANDARD)).instructions())
                .contains("`webhook-signature`", "`webhook-id`");
        assertThat(type(Webhooks.settings().withHeaders(new HeaderNames("acme-", null, "", null, null)))
                        .instructions())
                .contains("`acme-event-id`", "`(not sent here)`")
                .doesNotContain("{");
    }

    private static DestinationType type(WebhookSettings settings) {
        try (WebhookProvider provider = Webhooks.provider(settings)) {
            return provider.type();
        }
    }
}
