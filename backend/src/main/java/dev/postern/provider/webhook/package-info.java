/**
 * Webhooks: signed HTTP requests, in the default and the Standard Webhooks mode. {@link
 * dev.postern.provider.webhook.WebhookProvider} is the door; the address guard decides which hosts may be
 * reached.
 */
@NullMarked
@NamedInterface("webhook")
package dev.postern.provider.webhook;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
