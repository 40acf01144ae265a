package dev.postern.portal;

import org.springframework.security.web.server.csrf.CookieServerCsrfTokenRepository;
import org.springframework.security.web.server.csrf.CsrfToken;
import org.springframework.security.web.server.csrf.ServerCsrfTokenRepository;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Form tokens, kept by the browser, so that a visitor who has not signed in costs no memory here. The cookie is Secure
 * wherever the request came by https, as the session's is: Spring's own choice sees only TLS that ends in this process.
 */
final class CsrfCookies implements ServerCsrfTokenRepository {

    private final ServerCsrfTokenRepository plain = cookie(false);
    private final ServerCsrfTokenRepository secure = cookie(true);

    @Override
    public Mono<CsrfToken> generateToken(ServerWebExchange exchange) {
        return choose(exchange).generateToken(exchange);
    }

    @Override
    @SuppressWarnings("NullAway") // The interface takes a null token for "forget it", without saying so.
    public Mono<Void> saveToken(ServerWebExchange exchange, CsrfToken token) {
        return choose(exchange).saveToken(exchange, token);
    }

    @Override
    public Mono<CsrfToken> loadToken(ServerWebExchange exchange) {
        return choose(exchange).loadToken(exchange);
    }

    private ServerCsrfTokenRepository choose(ServerWebExchange exchange) {
        return "https".equalsIgnoreCase(exchange.getRequest().getURI().getScheme()) ? secure : plain;
    }

    private static CookieServerCsrfTokenRepository cookie(boolean secure) {
        CookieServerCsrfTokenRepository cookie = new CookieServerCsrfTokenRepository();
        cookie.setCookieName("postern_csrf");
        cookie.setCookiePath("/portal");
        cookie.setCookieCustomizer(
                builder -> builder.httpOnly(true).sameSite("Lax").secure(secure));
        return cookie;
    }
}
