package dev.postern.api.wire;

import dev.postern.api.error.ErrorCode;
import org.springframework.http.HttpStatus;

/** A request that is not GraphQL over HTTP, or too large; the reason is safe to show. */
final class BadRequest extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final HttpStatus status;
    private final ErrorCode code;
    private final String reason;

    private BadRequest(HttpStatus status, ErrorCode code, String reason) {
        super(reason, null, false, false);
        this.status = status;
        this.code = code;
        this.reason = reason;
    }

    static BadRequest malformed(String reason) {
        return new BadRequest(HttpStatus.BAD_REQUEST, ErrorCode.BAD_USER_INPUT, reason);
    }

    static BadRequest tooLarge(int limit) {
        String reason = "The body is larger than %d bytes".formatted(limit);
        return new BadRequest(HttpStatus.CONTENT_TOO_LARGE, ErrorCode.TOO_LARGE, reason);
    }

    static BadRequest busy() {
        return new BadRequest(
                HttpStatus.SERVICE_UNAVAILABLE,
                ErrorCode.UNAVAILABLE,
                "Too many large bodies are being read; try again later");
    }

    static BadRequest method() {
        return new BadRequest(
                HttpStatus.METHOD_NOT_ALLOWED, ErrorCode.BAD_USER_INPUT, "Queries are taken by GET and POST");
    }

    static BadRequest streamOnly() {
        return new BadRequest(
                HttpStatus.NOT_ACCEPTABLE,
                ErrorCode.BAD_USER_INPUT,
                "Subscriptions are answered as server-sent events (expected: Accept: text/event-stream)");
    }

    static BadRequest mediaType() {
        return new BadRequest(
                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                ErrorCode.BAD_USER_INPUT,
                "The body's type is unknown (expected: Content-Type: application/json)");
    }

    HttpStatus status() {
        return status;
    }

    ErrorCode code() {
        return code;
    }

    String reason() {
        return reason;
    }
}
