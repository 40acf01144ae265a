package dev.postern.portal.gateway;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads the JSON of an answer: its data, or the one error that decides what the page becomes. */
final class AnswerReader {

    private static final Logger log = LoggerFactory.getLogger(AnswerReader.class);

    /** Longer numbers can't be meant as numbers, and would cost much to read. */
    private static final int MAX_NUMBER_LENGTH = 20_000;

    private final JsonMapper mapper;

    AnswerReader(GatewaySettings settings) {
        StreamReadConstraints limits = StreamReadConstraints.builder()
                .maxStringLength((int) settings.maxAnswer().toBytes())
                .maxNumberLength(MAX_NUMBER_LENGTH)
                .build();
        this.mapper = JsonMapper.builder(
                        JsonFactory.builder().streamReadConstraints(limits).build())
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build();
    }

    Answer read(byte[] json) {
        JsonNode answer;
        try {
            answer = mapper.readTree(json);
        } catch (JacksonException unreadable) {
            throw unavailable("The gateway's answer could not be read.", null, unreadable);
        }
        JsonNode error = answer.path("errors").path(0);
        if (!error.isMissingNode()) {
            throw failure(error);
        }
        if (!answer.path("data").isObject()) {
            throw unavailable("The gateway's answer could not be read.", null, null);
        }
        return new Answer(answer.path("data"), mapper);
    }

    /** Whatever else failed on the way; a failure that is understood already passes through. */
    static GatewayException unreachable(Throwable failure) {
        return failure instanceof GatewayException known
                ? known
                : unavailable("The gateway can’t be reached right now.", null, failure);
    }

    static GatewayException late(Throwable failure) {
        return unavailable("The gateway took too long to answer.", null, failure);
    }

    private static GatewayException failure(JsonNode error) {
        String message = error.path("message").asString("");
        JsonNode extensions = error.path("extensions");
        String code = extensions
                .path("code")
                .asString(extensions.path("classification").asString(""));
        return switch (code) {
            case "UNAUTHENTICATED", "UNAUTHORIZED" -> new GatewayException.Unauthenticated();
            case "NOT_FOUND", "FORBIDDEN" -> new GatewayException.NotFound();
            case "INTERNAL", "INTERNAL_ERROR", "UNAVAILABLE", "TIMEOUT", "DEADLINE_EXCEEDED", "" ->
                unavailable(
                        "The gateway could not answer.", extensions.path("id").asString(null), null);
            default -> new GatewayException.Refused(message);
        };
    }

    private static GatewayException unavailable(String message, @Nullable String id, @Nullable Throwable cause) {
        String reference = id != null
                ? id
                : HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        log.warn("Gateway unavailable: reference={} reason=\"{}\"", reference, message, cause);
        return new GatewayException.Unavailable(message, reference, cause);
    }
}
