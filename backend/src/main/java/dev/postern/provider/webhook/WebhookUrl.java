package dev.postern.provider.webhook;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;

/** The URLs that a webhook may have. */
final class WebhookUrl {

    static final String PATTERN = "^https?://[^\\s]+$";
    static final int MAX_LENGTH = 2_048;

    private static final Pattern FORM = Pattern.compile(PATTERN, Pattern.CASE_INSENSITIVE);
    private static final Pattern DOTTED_QUAD = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    /** What some resolvers read as an address: 2130706433, 0x7f.1, 127.1. */
    private static final Pattern NUMERIC = Pattern.compile("(.*\\.)?(\\d+|0[xX]\\p{XDigit}*)\\.?");

    /**
     * The URL, where a request can be sent to it.
     *
     * @throws MalformedRequestException where none can; the message goes on after the field's name
     */
    static URI parse(String url) {
        if (url.length() > MAX_LENGTH) {
            throw new MalformedRequestException(
                    "has %d characters (expected: at most %d)".formatted(url.length(), MAX_LENGTH));
        }
        if (!FORM.matcher(url).matches() || url.chars().anyMatch(c -> Character.isISOControl(c) || c == ' ')) {
            throw new MalformedRequestException("is no http:// or https:// URL without spaces");
        }
        URI uri = syntax(url);
        if (uri.getRawUserInfo() != null) {
            throw new MalformedRequestException("has a user name or password (expected: none; use a custom header)");
        }
        String host = uri.getHost();
        if (host == null
                || host.contains("%")
                || (NUMERIC.matcher(host).matches()
                        && !DOTTED_QUAD.matcher(host).matches())) {
            throw new MalformedRequestException("has no valid host name");
        }
        if (uri.getPort() != -1 && (uri.getPort() < 1 || uri.getPort() > 65_535)) {
            throw new MalformedRequestException("has port %d (expected: 1..65535)".formatted(uri.getPort()));
        }
        return URI.create(uri.toASCIIString());
    }

    /**
     * Refuses at once a host that the guard would refuse when an event is sent.
     *
     * @throws MalformedRequestException for an address that is not public
     */
    static void requirePublic(URI uri) {
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        boolean literal = host.startsWith("[") || DOTTED_QUAD.matcher(host).matches();
        if (literal ? !publicLiteral(host) : host.equals("localhost") || host.endsWith(".localhost")) {
            throw new MalformedRequestException("points to an address that is not public");
        }
    }

    private static URI syntax(String url) {
        try {
            return new URI(url);
        } catch (URISyntaxException e) {
            throw new MalformedRequestException("is no URL: " + e.getReason());
        }
    }

    private static boolean publicLiteral(String host) {
        try {
            return AddressGuard.isPublic(InetAddress.ofLiteral(host.replaceAll("[\\[\\]]", "")));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private WebhookUrl() {}
}
