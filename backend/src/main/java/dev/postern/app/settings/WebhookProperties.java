package dev.postern.app.settings;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/** How webhooks are sent. A header name that is left out is the prefix and a default; an empty one turns the header off. */
@ConfigurationProperties("postern.destinations.webhook")
public record WebhookProperties(
        @Setting(env = "HTTP_USER_AGENT", description = "The User-Agent of webhook requests", defaultNote = "Postern")
        @Nullable
        String userAgent,

        @Setting(
                env = "POSTERN_ALLOW_PRIVATE_DESTINATIONS",
                description = "Whether webhooks may reach private and loopback addresses",
                defaultNote = "false; true where every store is embedded")
        @Nullable
        Boolean allowPrivate,

        @Setting(env = "DESTINATIONS_WEBHOOK_MODE", description = "How webhooks are signed") @DefaultValue("default")
        Mode mode,

        @Setting(
                env = "DESTINATIONS_WEBHOOK_HEADER_PREFIX",
                description = "Stands before header names",
                emptyIsValue = true,
                defaultNote = "x-outpost-; webhook- in standard mode")
        @Nullable
        String headerPrefix,

        @Setting(
                env = "DESTINATIONS_WEBHOOK_EVENT_ID_HEADER_NAME",
                description = "The header with the event's id",
                emptyIsValue = true,
                defaultNote = "the prefix and event-id")
        @Nullable
        String eventIdHeaderName,

        @Setting(
                env = "DESTINATIONS_WEBHOOK_SIGNATURE_HEADER_NAME",
                description = "The header with the signature",
                emptyIsValue = true,
                defaultNote = "the prefix and signature")
        @Nullable
        String signatureHeaderName,

        @Setting(
                env = "DESTINATIONS_WEBHOOK_TIMESTAMP_HEADER_NAME",
                description = "The header with the time of the attempt",
                emptyIsValue = true,
                defaultNote = "the prefix and timestamp")
        @Nullable
        String timestampHeaderName,

        @Setting(
                env = "DESTINATIONS_WEBHOOK_TOPIC_HEADER_NAME",
                description = "The header with the topic",
                emptyIsValue = true,
                defaultNote = "the prefix and topic")
        @Nullable
        String topicHeaderName,

        @Setting(
                env = "DESTINATIONS_WEBHOOK_DISABLE_DEFAULT_EVENT_ID_HEADER",
                description = "Whether the header with the event's id is off")
        @DefaultValue("false")
        boolean disableEventIdHeader,

        @Setting(
                env = "DESTINATIONS_WEBHOOK_DISABLE_DEFAULT_SIGNATURE_HEADER",
                description = "Whether the header with the signature is off")
        @DefaultValue("false")
        boolean disableSignatureHeader,

        @Setting(
                env = "DESTINATIONS_WEBHOOK_DISABLE_DEFAULT_TIMESTAMP_HEADER",
                description = "Whether the header with the time is off")
        @DefaultValue("false")
        boolean disableTimestampHeader,

        @Setting(
                env = "DESTINATIONS_WEBHOOK_DISABLE_DEFAULT_TOPIC_HEADER",
                description = "Whether the header with the topic is off")
        @DefaultValue("false")
        boolean disableTopicHeader,

        @Setting(
                env = "DESTINATIONS_INCLUDE_MILLISECOND_TIMESTAMP",
                description = "Whether a second header tells the time to the millisecond")
        @DefaultValue("false")
        boolean millisecondTimestamp,

        @Setting(
                env = "DESTINATIONS_WEBHOOK_SIGNATURE_CONTENT_TEMPLATE",
                description = "What is signed",
                defaultNote = "{{.Body}}")
        @Nullable
        String signatureContentTemplate,

        @Setting(
                env = "DESTINATIONS_WEBHOOK_SIGNATURE_HEADER_TEMPLATE",
                description = "The value of the signature's header",
                defaultNote = "v0= and the signatures, separated by commas")
        @Nullable
        String signatureHeaderTemplate,

        @Setting(env = "DESTINATIONS_WEBHOOK_SIGNATURE_ENCODING", description = "How signatures are written")
        @DefaultValue("hex")
        Encoding signatureEncoding,

        @Setting(env = "DESTINATIONS_WEBHOOK_SIGNATURE_ALGORITHM", description = "How signatures are made")
        @DefaultValue("hmac-sha256")
        Algorithm signatureAlgorithm,

        @Setting(
                env = "DESTINATIONS_WEBHOOK_SIGNING_SECRET_TEMPLATE",
                description = "The form of generated secrets",
                defaultNote = "whsec_{{.RandomHex}}")
        @Nullable
        String signingSecretTemplate,

        @Setting(
                env = "DESTINATIONS_WEBHOOK_MAX_RESPONSE_BODY_BYTES",
                description = "How many bytes of an answer are kept at most",
                min = 1,
                max = 16_777_216)
        @DefaultValue("131072")
        DataSize maxResponseBody) {

    /** Which of the two ways of signing. */
    public enum Mode {
        DEFAULT,
        STANDARD
    }

    /** How bytes are written as text. */
    public enum Encoding {
        HEX,
        BASE64
    }

    /** The signature's hash. */
    public enum Algorithm {
        HMAC_SHA256,
        HMAC_SHA1
    }
}
