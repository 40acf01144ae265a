package dev.postern.api.wire;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;

/** From where web pages may open sockets: a browser asks nobody before it does, but says where the page is from. */
final class Origins {

    private final List<String> others;

    /** @param others besides our own; {@code *} among them means anywhere */
    Origins(List<String> others) {
        this.others =
                others.stream().map(other -> other.toLowerCase(Locale.ROOT)).toList();
    }

    /** Whether the request may be what it says; a program that is no browser says nothing. */
    boolean allow(ServerHttpRequest request) {
        String origin = request.getHeaders().getFirst("Origin");
        if (origin == null || others.contains("*")) {
            return true;
        }
        String asked = origin.toLowerCase(Locale.ROOT);
        return others.contains(asked) || own(asked, request.getHeaders().getFirst("Host"));
    }

    /** By host and port alone: what ends TLS before us leaves us in the dark about the scheme. */
    private static boolean own(String origin, @Nullable String host) {
        try {
            URI page = URI.create(origin);
            return host != null
                    && page.getRawAuthority() != null
                    && withPort(page, page.getRawAuthority()).equals(withPort(page, host.toLowerCase(Locale.ROOT)));
        } catch (IllegalArgumentException unreadable) {
            return false;
        }
    }

    private static String withPort(URI page, String authority) {
        boolean bare = authority.lastIndexOf(':') <= authority.lastIndexOf(']');
        return bare ? authority + ("https".equals(page.getScheme()) ? ":443" : ":80") : authority;
    }
}
