/** Webhooks: signed HTTP requests, in the default and the Standard Webhooks mode. */
@NullMarked
@NamedInterface("webhook")
package dev.postern.provider.webhook;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
