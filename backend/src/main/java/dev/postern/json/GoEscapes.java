package dev.postern.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;

/**
 * The escapes of Go's {@code encoding/json}: {@code < > &} and the two Unicode line separators beside
 * JSON's own, hexadecimal digits in lower case.
 */
final class GoEscapes extends CharacterEscapes {

    private static final long serialVersionUID = 1;

    private static final int LINE_SEPARATOR = 0x2028;
    private static final int PARAGRAPH_SEPARATOR = 0x2029;

    private final int[] ascii = standardAsciiEscapesForJSON();

    GoEscapes() {
        for (char c = 0; c < ' '; c++) {
            if ("\b\f\n\r\t".indexOf(c) < 0) {
                ascii[c] = ESCAPE_CUSTOM;
            }
        }
        ascii['<'] = ESCAPE_CUSTOM;
        ascii['>'] = ESCAPE_CUSTOM;
        ascii['&'] = ESCAPE_CUSTOM;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
        return ascii.clone();
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
        boolean escaped =
                c < ascii.length ? ascii[c] == ESCAPE_CUSTOM : c == LINE_SEPARATOR || c == PARAGRAPH_SEPARATOR;
        return escaped ? new SerializedString("\\u%04x".formatted(c)) : null;
    }
}
