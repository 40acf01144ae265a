package dev.postern.portal.page;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How much pages show.
 *
 * @param pageSize rows of a list; 1 to 100, 25 by default
 * @param payloadCharacters how much of a payload or an answer; 1,000 to 200,000 characters, 20,000 by default
 */
public record ListSettings(
        @DefaultValue("25") int pageSize,
        @DefaultValue("20000") int payloadCharacters) {

    public ListSettings {
        if (pageSize < 1 || pageSize > 100) {
            throw new IllegalArgumentException("pageSize: " + pageSize + " (expected: 1..100)");
        }
        if (payloadCharacters < 1000 || payloadCharacters > 200_000) {
            throw new IllegalArgumentException("payloadCharacters: " + payloadCharacters + " (expected: 1000..200000)");
        }
    }
}
