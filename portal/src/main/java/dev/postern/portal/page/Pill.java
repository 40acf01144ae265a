package dev.postern.portal.page;

import java.util.Locale;

/**
 * A state in a word, with a colour and an icon: never by colour alone.
 *
 * @param tone names the colour and the icon
 */
public record Pill(Tone tone, String text) {

    /** The few tones that states come in. */
    public enum Tone {
        GOOD,
        BAD,
        WARN,
        QUIET;

        /** The name as style sheets and templates know it. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
