package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.json.Json;
import dev.postern.provider.ProviderRegistry;
import dev.postern.provider.webhook.WebhookProvider;
import dev.postern.provider.webhook.WebhookSettings;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/** The API with webhooks as they are, to receivers on this machine. */
@Import(WebhookApiTest.Webhooks.class)
abstract class WebhookApiTest extends ApiTest {

    /** Makes the destination {@code d} of a tenant, with more fields of the input. */
    String create(String credentials, String tenantId, String fields) {
        return text(credentials, """
                mutation { createDestination(input: {tenantId: "%s", id: "d", type: "webhook", topics: ["*"],
                  config: {url: "http://example.com/hook"} %s}) {
                  destination { credentials } userErrors { code field } } }""".formatted(tenantId, fields));
    }

    /** Changes the destination {@code d}, whose config, metadata and enabledness come back. */
    String update(String credentials, String tenantId, String fields) {
        return text(credentials, """
                mutation { updateDestination(input: {tenantId: "%s", id: "d" %s}) {
                  destination { config deliveryMetadata metadata topics } userErrors { code field } } }""".formatted(tenantId, fields));
    }

    String rotate(String credentials, String tenantId, String fields) {
        return text(credentials, """
                mutation { rotateDestinationSecret(input: {tenantId: "%s", id: "d" %s}) {
                  destination { credentials } userErrors { code field } } }""".formatted(tenantId, fields));
    }

    /** The secrets in clear. */
    Map<?, ?> revealed(String tenantId) {
        String answer = text(OPERATOR, """
                mutation { revealDestinationCredentials(input: {tenantId: "%s", id: "d"}) { credentials } }""".formatted(tenantId));
        return member(member(member(Json.parseObject(answer), "data"), "revealDestinationCredentials"), "credentials");
    }

    /** One of the secrets, which must be there. */
    String secret(String tenantId, String key) {
        Object value = revealed(tenantId).get(key);
        assertThat(value).as(key).isNotNull();
        return String.valueOf(value);
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Webhooks {

        @Bean
        WebhookProvider webhookProvider(Clock clock) {
            return new WebhookProvider(WebhookSettings.defaults().withAllowPrivate(true), clock, new SecureRandom());
        }

        @Bean
        @Primary
        ProviderRegistry webhooks(WebhookProvider webhook) {
            return new ProviderRegistry(List.of(webhook));
        }
    }
}
