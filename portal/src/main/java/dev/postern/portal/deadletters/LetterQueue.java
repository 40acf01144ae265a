package dev.postern.portal.deadletters;

import dev.postern.portal.gateway.GatewayException;
import dev.postern.portal.page.Links;
import java.util.Arrays;
import java.util.Locale;

/** A queue whose dead letters are shown. */
enum LetterQueue {
    DELIVERY("Deliveries", "What was to be delivered."),
    LOG("Log entries", "Attempts that were to be written to the history.");

    private final String label;
    private final String about;

    LetterQueue(String label, String about) {
        this.label = label;
        this.about = about;
    }

    /**
     * The queue that a segment of an address names.
     *
     * @throws GatewayException.NotFound where none has this name
     */
    static LetterQueue at(String segment) {
        return Arrays.stream(values())
                .filter(queue -> queue.segment().equals(segment))
                .findFirst()
                .orElseThrow(GatewayException.NotFound::new);
    }

    String segment() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The address of its list. */
    public String href() {
        return Links.deadLetters(segment());
    }

    public String label() {
        return label;
    }

    public String about() {
        return about;
    }
}
