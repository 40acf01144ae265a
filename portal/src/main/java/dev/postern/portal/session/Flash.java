package dev.postern.portal.session;

/**
 * A message that the next page shows once.
 *
 * @param kind decides its colour and its sign
 * @param text what happened, in a sentence
 * @param detail more about it; empty where there is none
 */
public record Flash(Kind kind, String text, String detail) {

    /** How the message is meant. */
    public enum Kind {
        GOOD,
        BAD
    }

    public static Flash good(String text) {
        return new Flash(Kind.GOOD, text, "");
    }

    public static Flash bad(String text) {
        return new Flash(Kind.BAD, text, "");
    }
}
