package dev.postern.provider.webhook;

import dev.postern.model.Ranges;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How webhooks are sent.
 *
 * @param millisecondTimestamp whether a header {@code timestamp-ms} with the time's fraction goes along;
 *     false by default
 * @param allowPrivate whether private, loopback and other addresses that are not public may be reached;
 *     false by default
 */
public record WebhookSettings(
        Mode mode,
        HeaderNames headers,
        Signatures signatures,
        Http http,
        boolean millisecondTimestamp,
        boolean allowPrivate) {

    /** Outpost's own defaults: default mode, public addresses alone. */
    public static WebhookSettings defaults() {
        return new WebhookSettings(
                Mode.DEFAULT, HeaderNames.defaults(), Signatures.defaults(), Http.defaults(), false, false);
    }

    public WebhookSettings withMode(Mode newMode) {
        return new WebhookSettings(newMode, headers, signatures, http, millisecondTimestamp, allowPrivate);
    }

    public WebhookSettings withHeaders(HeaderNames newHeaders) {
        return new WebhookSettings(mode, newHeaders, signatures, http, millisecondTimestamp, allowPrivate);
    }

    public WebhookSettings withSignatures(Signatures newSignatures) {
        return new WebhookSettings(mode, headers, newSignatures, http, millisecondTimestamp, allowPrivate);
    }

    public WebhookSettings withHttp(Http newHttp) {
        return new WebhookSettings(mode, headers, signatures, newHttp, millisecondTimestamp, allowPrivate);
    }

    public WebhookSettings withMillisecondTimestamp(boolean included) {
        return new WebhookSettings(mode, headers, signatures, http, included, allowPrivate);
    }

    public WebhookSettings withAllowPrivate(boolean allowed) {
        return new WebhookSettings(mode, headers, signatures, http, millisecondTimestamp, allowed);
    }

    /** Whose conventions the requests follow. */
    public enum Mode {
        /** Outpost's. */
        DEFAULT,
        /** Those of standardwebhooks.com. */
        STANDARD
    }

    /**
     * The names of the headers that we add. Each may be null (the prefix and the header's usual name),
     * empty (the header is not sent) or a name of its own.
     *
     * @param prefix goes before every usual name and every metadata key; null for the mode's own, {@code
     *     x-outpost-} or {@code webhook-}
     */
    public record HeaderNames(
            @Nullable String prefix,
            @Nullable String eventId,
            @Nullable String signature,
            @Nullable String timestamp,
            @Nullable String topic) {

        public HeaderNames {
            requireName("prefix", prefix);
            requireName("eventId", eventId);
            requireName("signature", signature);
            requireName("timestamp", timestamp);
            requireName("topic", topic);
        }

        /** The usual ones. */
        public static HeaderNames defaults() {
            return new HeaderNames(null, null, null, null, null);
        }

        /** Switches off each header that is told to be and has no name of its own. */
        public HeaderNames disable(boolean noEventId, boolean noSignature, boolean noTimestamp, boolean noTopic) {
            return new HeaderNames(
                    prefix,
                    noEventId && eventId == null ? "" : eventId,
                    noSignature && signature == null ? "" : signature,
                    noTimestamp && timestamp == null ? "" : timestamp,
                    noTopic && topic == null ? "" : topic);
        }

        private static void requireName(String field, @Nullable String name) {
            if (name != null && !name.isEmpty() && !HeaderFields.isName(name)) {
                throw new IllegalArgumentException("%s: %s (expected: a header name)".formatted(field, name));
            }
        }
    }

    /**
     * How requests are signed in default mode. The templates are Go templates in which a field such as
     * {@code {{.Body}}} is filled in; anything beyond that is refused by {@link WebhookProvider}.
     *
     * @param contentTemplate what is signed, of EventID, Topic, Timestamp.Unix and Body; {@code {{.Body}}}
     * @param headerTemplate the header's value, of the same but Body, and {@code {{.Signatures | join
     *     ","}}}; {@code v0={{.Signatures | join ","}}}
     * @param secretTemplate a new secret, of RandomHex, RandomBase64 and RandomAlphanumeric; {@code
     *     whsec_{{.RandomHex}}}
     */
    public record Signatures(
            String contentTemplate,
            String headerTemplate,
            String secretTemplate,
            Encoding encoding,
            Algorithm algorithm) {

        /** HMAC-SHA-256 of the body in hexadecimal digits. */
        public static Signatures defaults() {
            return new Signatures(
                    "{{.Body}}",
                    "v0={{.Signatures | join \",\"}}",
                    "whsec_{{.RandomHex}}",
                    Encoding.HEX,
                    Algorithm.HMAC_SHA256);
        }
    }

    /** How a signature becomes text. */
    public enum Encoding {
        HEX,
        BASE64
    }

    /** How a signature is made. */
    public enum Algorithm {
        HMAC_SHA256("HmacSHA256"),
        HMAC_SHA1("HmacSHA1");

        private final String javaName;

        Algorithm(String javaName) {
            this.javaName = javaName;
        }

        String javaName() {
            return javaName;
        }
    }

    /**
     * The client's limits.
     *
     * @param userAgent the User-Agent header; {@code Postern}
     * @param deadline the whole attempt, from the name's resolution to the answer's last byte; 5 s
     * @param maxResponseBytes an answer's body beyond this is not kept and its connection closed; 131,072
     * @param maxResponseHeaderBytes an answer with more header than this is refused; 16,384
     * @param maxConnectionsPerHost open at a time to one address; 64
     * @param maxPendingPerHost attempts that wait for one of these; 1,000
     * @param maxConnections while more than this are open in all, none is kept for reuse; 1,000
     * @param maxIdle how long an unused connection is kept; 4 s, which is less than receivers commonly do,
     *     so that we seldom write to one that they are closing
     * @param maxLife how long any connection is used; 5 min
     */
    public record Http(
            String userAgent,
            Duration deadline,
            int maxResponseBytes,
            int maxResponseHeaderBytes,
            int maxConnectionsPerHost,
            int maxPendingPerHost,
            int maxConnections,
            Duration maxIdle,
            Duration maxLife) {

        public Http {
            if (HeaderFields.faultIn("user-agent", userAgent).isPresent()) {
                throw new IllegalArgumentException("userAgent: %s (expected: a header value)".formatted(userAgent));
            }
            Ranges.requirePositive("deadline", deadline);
            Ranges.requireAtLeast("maxResponseBytes", maxResponseBytes, 1);
            Ranges.requireAtLeast("maxResponseHeaderBytes", maxResponseHeaderBytes, 1);
            Ranges.requireAtLeast("maxConnectionsPerHost", maxConnectionsPerHost, 1);
            Ranges.requireAtLeast("maxPendingPerHost", maxPendingPerHost, 1);
            Ranges.requireAtLeast("maxConnections", maxConnections, 1);
            Ranges.requirePositive("maxIdle", maxIdle);
            Ranges.requirePositive("maxLife", maxLife);
        }

        public static Http defaults() {
            return new Http(
                    "Postern",
                    Duration.ofSeconds(5),
                    131_072,
                    16_384,
                    64,
                    1_000,
                    1_000,
                    Duration.ofSeconds(4),
                    Duration.ofMinutes(5));
        }

        public Http withUserAgent(String agent) {
            return new Http(
                    agent,
                    deadline,
                    maxResponseBytes,
                    maxResponseHeaderBytes,
                    maxConnectionsPerHost,
                    maxPendingPerHost,
                    maxConnections,
                    maxIdle,
                    maxLife);
        }

        public Http withDeadline(Duration newDeadline) {
            return new Http(
                    userAgent,
                    newDeadline,
                    maxResponseBytes,
                    maxResponseHeaderBytes,
                    maxConnectionsPerHost,
                    maxPendingPerHost,
                    maxConnections,
                    maxIdle,
                    maxLife);
        }

        public Http withMaxResponseBytes(int bytes) {
            return new Http(
                    userAgent,
                    deadline,
                    bytes,
                    maxResponseHeaderBytes,
                    maxConnectionsPerHost,
                    maxPendingPerHost,
                    maxConnections,
                    maxIdle,
                    maxLife);
        }
    }
}
