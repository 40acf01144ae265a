package dev.postern.portal.session;

import java.time.Clock;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebSession;
import org.springframework.web.server.session.InMemoryWebSessionStore;
import reactor.core.publisher.Mono;

/** Opens, finds and closes visitors' sessions. A visitor who has not signed in has none. */
public final class Sessions {

    /** The name of the cookie that carries the id of the session. */
    public static final String COOKIE = "postern_portal";

    private static final String VISITOR = "postern.visitor";
    private static final String FLASH = "postern.flash";

    private final InMemoryWebSessionStore store;
    private final SessionSettings settings;
    private final Clock clock;

    public Sessions(InMemoryWebSessionStore store, SessionSettings settings, Clock clock) {
        this.store = store;
        this.settings = settings;
        this.clock = clock;
    }

    /** The visitor; empty where nobody is signed in, or the credentials have lapsed. */
    public Mono<SignedIn> current(ServerWebExchange exchange) {
        return exchange.getSession()
                .mapNotNull(session -> session.<SignedIn>getAttribute(VISITOR))
                .filter(visitor -> !visitor.lapsed(clock.instant()));
    }

    /** The visitor; {@link SignInRequiredException} where nobody is signed in. */
    public Mono<SignedIn> require(ServerWebExchange exchange) {
        return current(exchange).switchIfEmpty(Mono.error(SignInRequiredException::new));
    }

    /** Begins a session under a new id, whatever the browser came with; forgets what the old one held. */
    public Mono<Void> open(ServerWebExchange exchange, SignedIn visitor) {
        return exchange.getSession().flatMap(session -> {
            if (!session.isStarted() && full()) {
                return Mono.error(new SessionsFullException(settings.max()));
            }
            session.getAttributes().clear();
            session.getAttributes().put(VISITOR, visitor);
            session.setMaxIdleTime(settings.idle());
            session.start();
            return session.changeSessionId();
        });
    }

    public Mono<Void> close(ServerWebExchange exchange) {
        return exchange.getSession().flatMap(WebSession::invalidate);
    }

    /** Keeps a message for the visitor's next page. */
    public Mono<Void> flash(ServerWebExchange exchange, Flash flash) {
        return exchange.getSession()
                .filter(WebSession::isStarted)
                .doOnNext(session -> session.getAttributes().put(FLASH, flash))
                .then();
    }

    /** The message kept for this page, which is then forgotten. */
    public Mono<Optional<Flash>> takeFlash(ServerWebExchange exchange) {
        return exchange.getSession()
                .map(session ->
                        Optional.ofNullable((Flash) session.getAttributes().remove(FLASH)));
    }

    private boolean full() {
        if (store.getSessions().size() >= settings.max()) {
            store.removeExpiredSessions();
        }
        return store.getSessions().size() >= settings.max();
    }
}
