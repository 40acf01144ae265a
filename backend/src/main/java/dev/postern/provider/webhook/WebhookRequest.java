package dev.postern.provider.webhook;

import java.net.URI;
import java.util.Map;

/**
 * What one attempt sends.
 *
 * @param headers values as the bytes to be written, one character each
 * @param body sent in UTF-8
 */
record WebhookRequest(URI uri, Map<String, String> headers, String body) {

    /** Without headers and body, which hold secrets. */
    @Override
    public String toString() {
        return "WebhookRequest[host=%s]".formatted(uri.getHost());
    }
}
