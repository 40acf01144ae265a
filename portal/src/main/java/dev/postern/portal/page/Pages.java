package dev.postern.portal.page;

import dev.postern.portal.page.Frame.Notice;
import dev.postern.portal.page.Frame.Tab;
import dev.postern.portal.session.Flash;
import dev.postern.portal.session.Sessions;
import dev.postern.portal.session.SignedIn;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.security.web.server.csrf.CsrfToken;
import org.springframework.security.web.server.csrf.DefaultCsrfToken;
import org.springframework.web.reactive.result.view.Rendering;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Puts the frame around a page. All that is still to come has come before a template sees it. */
public final class Pages {

    private static final CsrfToken NO_FORMS = new DefaultCsrfToken("X-CSRF-TOKEN", "_csrf", "none");

    private final Sessions sessions;
    private final Assets assets;

    public Pages(Sessions sessions, Assets assets) {
        this.sessions = sessions;
        this.assets = assets;
    }

    /** The page, ready to be rendered. */
    public Mono<Rendering> show(ServerWebExchange exchange, Screen screen) {
        Mono<Optional<SignedIn>> visitor =
                sessions.current(exchange).map(Optional::of).defaultIfEmpty(Optional.empty());
        return Mono.zip(visitor, sessions.takeFlash(exchange), csrf(exchange))
                .map(parts -> frame(exchange, screen, parts.getT1(), parts.getT2(), parts.getT3()))
                .map(frame -> Rendering.view(screen.template())
                        .status(screen.status())
                        .model(screen.model())
                        .modelAttribute("page", frame)
                        .build());
    }

    /** Sends the browser on after an action, so that a reload does not repeat it. */
    public static Rendering seeOther(String href) {
        return Rendering.redirectTo(href).status(HttpStatus.SEE_OTHER).build();
    }

    /** The same, with a message for the page that follows. */
    public Mono<Rendering> seeOther(ServerWebExchange exchange, String href, Flash flash) {
        return sessions.flash(exchange, flash).thenReturn(seeOther(href));
    }

    private Frame frame(
            ServerWebExchange exchange,
            Screen screen,
            Optional<SignedIn> visitor,
            Optional<Flash> flash,
            CsrfToken csrf) {
        return new Frame(
                screen.title(),
                screen.crumbs(),
                visitor.map(signedIn -> tabs(exchange.getRequest().getURI(), signedIn, screen))
                        .orElse(List.of()),
                visitor.map(Pages::name).orElse(null),
                csrf.getParameterName(),
                csrf.getToken(),
                "{\"" + csrf.getHeaderName() + "\":\"" + csrf.getToken() + "\"}",
                flash.map(Pages::notice).orElse(null),
                assets.addresses());
    }

    private static List<Tab> tabs(URI uri, SignedIn visitor, Screen screen) {
        String path = uri.getRawPath();
        List<Tab> tabs = new ArrayList<>();
        if (visitor.operator()) {
            boolean inTenant = screen.model().containsKey("tenant");
            tabs.add(new Tab("Tenants", Links.TENANTS, "tenants", path.startsWith(Links.TENANTS) && !inTenant));
            tabs.add(new Tab("All deliveries", Links.ALL_DELIVERIES, "all", path.startsWith(Links.ALL_DELIVERIES)));
            tabs.add(new Tab("Dead letters", Links.DEAD_LETTERS, "letters", path.startsWith(Links.DEAD_LETTERS)));
        }
        Object tenant = visitor.operator() ? screen.model().get("tenant") : visitor.tenantId();
        if (tenant instanceof String id) {
            String destinations = Links.destinations(id);
            String deliveries = Links.deliveries(id);
            tabs.add(new Tab("Destinations", destinations, "destinations", path.startsWith(destinations)));
            tabs.add(new Tab("Deliveries", deliveries, "deliveries", path.startsWith(deliveries)));
        }
        return tabs;
    }

    private static String name(SignedIn visitor) {
        return visitor.tenantId() == null ? "Operator" : visitor.tenantId();
    }

    private static Notice notice(Flash flash) {
        Pill.Tone tone = switch (flash.kind()) {
            case GOOD -> Pill.Tone.GOOD;
            case BAD -> Pill.Tone.BAD;
        };
        return new Notice(tone.key(), flash.text(), flash.detail());
    }

    /** Reading the token is what makes the response set its cookie. */
    private static Mono<CsrfToken> csrf(ServerWebExchange exchange) {
        Mono<CsrfToken> token = exchange.getAttribute(CsrfToken.class.getName());
        return token == null ? Mono.just(NO_FORMS) : token.defaultIfEmpty(NO_FORMS);
    }
}
