package dev.postern.api.error;

import graphql.ErrorClassification;

/** The values of {@code extensions.code} in GraphQL errors. */
public enum ErrorCode implements ErrorClassification {
    /** The credentials are missing, wrong or lapsed. */
    UNAUTHENTICATED,
    /** The viewer may not do this at all, whatever the arguments. */
    FORBIDDEN,
    /** What the request names does not exist for this viewer. */
    NOT_FOUND,
    /** The request itself is wrong; the message names the argument. */
    BAD_USER_INPUT,
    /** The request is larger than it may be. */
    TOO_LARGE,
    /** A store or queue can't be reached or is full; trying again later is right. */
    UNAVAILABLE,
    /** The answer took longer than it may. */
    TIMEOUT,
    /** A fault of ours; the log tells more under the error's {@code extensions.id}. */
    INTERNAL
}
