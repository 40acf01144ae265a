package dev.postern.app.settings;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/** The HTTP side. */
@ConfigurationProperties("postern.api")
public record ApiProperties(
        @Setting(
                env = "API_PORT",
                description = "The port of GraphQL, the portal and the health check; 0 takes a free one",
                min = 0,
                max = 65535)
        @DefaultValue("3333")
        int port,

        @Setting(
                env = "POSTERN_PUBLIC_URL",
                description = "The base of links that are handed out",
                pattern = "https?://\\S+",
                expected = "an http or https URL",
                defaultNote = "from the request")
        @Nullable
        String publicUrl,

        @Setting(
                env = "POSTERN_TRUST_PROXY",
                description = "Whether Forwarded and X-Forwarded-… headers tell where a request came in;"
                        + " only behind a proxy that sets them itself")
        @DefaultValue("false")
        boolean trustProxy,

        @Setting(
                env = "POSTERN_MAX_EVENT_BYTES",
                description = "The largest payload of an event, in bytes",
                min = 1,
                max = 16_777_216)
        @DefaultValue("1048576")
        DataSize maxEventSize,

        @Setting(
                env = "POSTERN_MAX_REQUEST_BYTES",
                description = "The largest body of an HTTP request, in bytes; larger ones are answered 413",
                min = 1024,
                max = 1_073_741_824)
        @DefaultValue("20971520")
        DataSize maxRequestSize,

        @Setting(
                env = "POSTERN_MAX_ANSWER_CHARACTERS",
                description = "How many characters one GraphQL answer may have, and how many of payloads, destinations'"
                        + " answers and metadata all its lists may read; what would be more is answered with TOO_LARGE",
                min = 1024,
                max = 536_870_912)
        @DefaultValue("33554432")
        int maxAnswerCharacters,

        @Setting(
                env = "POSTERN_MAX_OPEN_ANSWER_CHARACTERS",
                description = "How much of that all small GraphQL answers together may carry that are being made or"
                        + " written, and all large ones again, of which there may be two at least; what finds no room"
                        + " is answered with UNAVAILABLE. 0 for a thirty-second of the heap's bytes",
                min = 0,
                max = 1_099_511_627_776L)
        @DefaultValue("0")
        long maxOpenAnswerCharacters) {}
