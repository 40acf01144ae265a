package dev.postern.portal.deliveries;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** How large a text is on the wire. */
final class Sizes {

    private static final int KILO = 1024;

    private Sizes() {}

    static String of(String text) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes < KILO) {
            return bytes + (bytes == 1 ? " byte" : " bytes");
        }
        return bytes < KILO * KILO
                ? String.format(Locale.ROOT, "%.1f kB", (double) bytes / KILO)
                : String.format(Locale.ROOT, "%.1f MB", (double) bytes / KILO / KILO);
    }
}
