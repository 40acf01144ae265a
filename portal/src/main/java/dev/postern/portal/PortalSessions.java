package dev.postern.portal;

import dev.postern.portal.session.Sessions;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.server.session.CookieWebSessionIdResolver;
import org.springframework.web.server.session.DefaultWebSessionManager;
import org.springframework.web.server.session.InMemoryWebSessionStore;
import org.springframework.web.server.session.WebSessionIdResolver;
import org.springframework.web.server.session.WebSessionManager;

/** Where sessions live, and the cookie that leads to them. */
@Configuration(proxyBeanMethods = false)
class PortalSessions {

    @Bean
    InMemoryWebSessionStore portalSessionStore(PortalProperties properties, Clock clock) {
        InMemoryWebSessionStore store = new InMemoryWebSessionStore();
        store.setMaxSessions(properties.sessions().max());
        store.setDefaultMaxIdleTime(properties.sessions().idle());
        store.setClock(clock);
        return store;
    }

    /** The name is the one under which WebFlux looks for it; its own steps back. */
    @Bean
    WebSessionManager webSessionManager(InMemoryWebSessionStore store) {
        DefaultWebSessionManager manager = new DefaultWebSessionManager();
        manager.setSessionStore(store);
        manager.setSessionIdResolver(cookie());
        return manager;
    }

    /**
     * Lax rather than Strict: a link in a mail or a chat leads to a page, and should find its reader signed in. No
     * change is made by GET, and every form carries a token besides. Secure wherever the request came by https.
     */
    private static WebSessionIdResolver cookie() {
        CookieWebSessionIdResolver cookie = new CookieWebSessionIdResolver();
        cookie.setCookieName(Sessions.COOKIE);
        cookie.addCookieInitializer(
                builder -> builder.path("/portal").httpOnly(true).sameSite("Lax"));
        return cookie;
    }
}
