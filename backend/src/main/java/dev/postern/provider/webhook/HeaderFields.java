package dev.postern.provider.webhook;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A request's header fields while they are gathered: a later one replaces an earlier one of its name. */
final class HeaderFields {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}");

    /** They say where a message goes and where it ends: nobody but the client itself sets them. */
    private static final Set<String> FRAMING = Set.of(
            "connection",
            "content-length",
            "expect",
            "host",
            "http2-settings",
            "keep-alive",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private final Map<String, String> fields = new LinkedHashMap<>();

    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Why this can be no header field, where it can't. */
    static Optional<String> faultIn(String name, String value) {
        if (!isName(name)) {
            return Optional.of("is no header name");
        }
        if (FRAMING.contains(name.toLowerCase(Locale.ROOT))) {
            return Optional.of("is a header that can't be set");
        }
        if (value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 0x7f)) {
            return Optional.of("has a value with a control character");
        }
        return Optional.empty();
    }

    /**
     * Adds a field.
     *
     * @throws MalformedRequestException for one that would be no header field, or would break the message
     */
    void put(String name, String value) {
        faultIn(name, value).ifPresent(fault -> {
            throw new MalformedRequestException("header %s %s".formatted(printable(name), fault));
        });
        fields.put(name.toLowerCase(Locale.ROOT), wireForm(value));
    }

    void putAll(String prefix, Map<String, String> values) {
        values.forEach((key, value) -> put(prefix + key, value));
    }

    Map<String, String> toMap() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** The value's UTF-8 bytes as characters, because the client writes each character as one byte. */
    private static String wireForm(String value) {
        return new String(value.strip().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private static String printable(String name) {
        String shown = name.length() <= 64 ? name : name.substring(0, 64) + "…";
        return "\"" + shown.replaceAll("[\\p{Cntrl}\"]", "?") + "\"";
    }
}
