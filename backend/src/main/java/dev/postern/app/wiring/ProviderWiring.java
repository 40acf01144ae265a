package dev.postern.app.wiring;

import dev.postern.app.settings.DeliveryProperties;
import dev.postern.app.settings.Settings;
import dev.postern.app.settings.UnusableSettingException;
import dev.postern.app.settings.WebhookProperties;
import dev.postern.provider.DestinationProvider;
import dev.postern.provider.ProviderRegistry;
import dev.postern.provider.webhook.WebhookProvider;
import dev.postern.provider.webhook.WebhookSettings;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The destination types. */
@Configuration(proxyBeanMethods = false)
class ProviderWiring {

    @Bean
    ProviderRegistry providerRegistry(List<DestinationProvider> providers) {
        return new ProviderRegistry(providers);
    }

    @Bean
    WebhookProvider webhookProvider(
            Settings settings, WebhookProperties webhook, DeliveryProperties delivery, Clock clock) {
        try {
            return new WebhookProvider(
                    webhookSettings(webhook, delivery).withAllowPrivate(settings.allowsPrivateDestinations()),
                    clock,
                    new SecureRandom());
        } catch (IllegalArgumentException e) {
            throw new UnusableSettingException("DESTINATIONS_WEBHOOK_… " + e.getMessage());
        }
    }

    private static WebhookSettings webhookSettings(WebhookProperties webhook, DeliveryProperties delivery) {
        WebhookSettings.Signatures usual = WebhookSettings.Signatures.defaults();
        WebhookSettings.Http http = WebhookSettings.Http.defaults();
        return WebhookSettings.defaults()
                .withMode(
                        switch (webhook.mode()) {
                            case DEFAULT -> WebhookSettings.Mode.DEFAULT;
                            case STANDARD -> WebhookSettings.Mode.STANDARD;
                        })
                .withHeaders(new WebhookSettings.HeaderNames(
                                webhook.headerPrefix(),
                                webhook.eventIdHeaderName(),
                                webhook.signatureHeaderName(),
                                webhook.timestampHeaderName(),
                                webhook.topicHeaderName())
                        .disable(
                                webhook.disableEventIdHeader(),
                                webhook.disableSignatureHeader(),
                                webhook.disableTimestampHeader(),
                                webhook.disableTopicHeader()))
                .withSignatures(new WebhookSettings.Signatures(
                        or(webhook.signatureContentTemplate(), usual.contentTemplate()),
                        or(webhook.signatureHeaderTemplate(), usual.headerTemplate()),
                        or(webhook.signingSecretTemplate(), usual.secretTemplate()),
                        switch (webhook.signatureEncoding()) {
                            case HEX -> WebhookSettings.Encoding.HEX;
                            case BASE64 -> WebhookSettings.Encoding.BASE64;
                        },
                        switch (webhook.signatureAlgorithm()) {
                            case HMAC_SHA256 -> WebhookSettings.Algorithm.HMAC_SHA256;
                            case HMAC_SHA1 -> WebhookSettings.Algorithm.HMAC_SHA1;
                        }))
                .withMillisecondTimestamp(webhook.millisecondTimestamp())
                .withHttp(http.withUserAgent(or(webhook.userAgent(), http.userAgent()))
                        .withDeadline(delivery.timeout())
                        .withMaxResponseBytes(
                                Math.toIntExact(webhook.maxResponseBody().toBytes())));
    }

    private static String or(@Nullable String given, String usual) {
        return given == null ? usual : given;
    }
}
