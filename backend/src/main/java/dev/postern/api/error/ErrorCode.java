package dev.postern.api.error;

import graphql.ErrorClassification;
import org.springframework.http.HttpStatus;

/** The values of {@code extensions.code} in GraphQL errors. {@code docs/schema.md} tells callers of each. */
public enum ErrorCode implements ErrorClassification {
    /** The credentials are missing, wrong or lapsed. */
    UNAUTHENTICATED(HttpStatus.UNAUTHORIZED),
    /** The viewer may not do this at all, whatever the arguments. */
    FORBIDDEN(HttpStatus.FORBIDDEN),
    /** What the request names does not exist for this viewer. */
    NOT_FOUND(HttpStatus.BAD_REQUEST),
    /** The request itself is wrong; the message names the argument. */
    BAD_USER_INPUT(HttpStatus.BAD_REQUEST),
    /** The query may cost more than a query may; {@code extensions} has {@code cost} and {@code limit}. */
    COST_EXCEEDED(HttpStatus.BAD_REQUEST),
    /** The viewer's budget is spent; {@code extensions.retryAfter} tells for how many seconds. */
    RATE_LIMITED(HttpStatus.TOO_MANY_REQUESTS),
    /** The request or its answer is larger than it may be. */
    TOO_LARGE(HttpStatus.BAD_REQUEST),
    /** A store or queue can't be reached or is full; trying again later is right. */
    UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE),
    /** The answer took longer than it may. */
    TIMEOUT(HttpStatus.GATEWAY_TIMEOUT),
    /** A fault of ours; the log tells more under the error's {@code extensions.id}. */
    INTERNAL(HttpStatus.INTERNAL_SERVER_ERROR);

    private final HttpStatus status;

    ErrorCode(HttpStatus status) {
        this.status = status;
    }

    /** Of an answer that is nothing but this error, to those who understand more than 200. */
    public HttpStatus status() {
        return status;
    }
}
