package dev.postern.json;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;

/** A JSON value as its exact text: written as it is, white space and all, by Jackson's mappers too. */
public record RawJson(@JsonValue @JsonRawValue String text) {

    /** The value null, where Java's own would say that there is no value. */
    public static final RawJson NULL = new RawJson("null");
}
