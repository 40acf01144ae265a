package dev.postern.portal.page;

import dev.postern.portal.gateway.GatewayException;
import dev.postern.portal.session.Sessions;
import dev.postern.portal.session.SessionsFullException;
import dev.postern.portal.session.SignInRequiredException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.reactive.result.view.Rendering;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The one table from what went wrong to the page that says so. */
@ControllerAdvice(basePackages = "dev.postern.portal")
final class Troubles {

    private static final Logger log = LoggerFactory.getLogger(Troubles.class);

    private final Pages pages;
    private final Sessions sessions;

    Troubles(Pages pages, Sessions sessions) {
        this.pages = pages;
        this.sessions = sessions;
    }

    @ExceptionHandler
    Mono<Rendering> handle(Throwable failure, ServerWebExchange exchange) {
        return switch (failure) {
            case SignInRequiredException none -> Mono.just(signIn(exchange));
            case GatewayException.Unauthenticated lapsed ->
                sessions.close(exchange).thenReturn(signIn(exchange));
            case GatewayException.NotFound missing -> missing(exchange);
            case GatewayException.Refused refused ->
                show(exchange, HttpStatus.BAD_REQUEST, "That did not work", refused.text(), "");
            case GatewayException.Unavailable down ->
                show(exchange, HttpStatus.BAD_GATEWAY, "The gateway is not answering", down.text(), down.reference());
            case SessionsFullException full ->
                show(
                        exchange,
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "The portal is full",
                        "As many people are signed in as this installation allows. Try again in a little while.",
                        "");
            case ErrorResponseException known
            when known.getStatusCode().is4xxClientError() ->
                client(exchange, known.getStatusCode().value());
            case ResponseStatusException known
            when known.getStatusCode().is4xxClientError() ->
                client(exchange, known.getStatusCode().value());
            default -> unexpected(exchange, failure);
        };
    }

    Mono<Rendering> missing(ServerWebExchange exchange) {
        return show(
                exchange,
                HttpStatus.NOT_FOUND,
                "There is nothing here",
                "The page may have moved, what it showed may have been deleted, or it belongs to somebody else.",
                "");
    }

    private Mono<Rendering> client(ServerWebExchange exchange, int status) {
        HttpStatus known = HttpStatus.resolve(status);
        // A path that can't be read names nothing that could be found.
        return known == null || known == HttpStatus.NOT_FOUND || known == HttpStatus.BAD_REQUEST
                ? missing(exchange)
                : show(exchange, known, "That did not work", "The request was not one that this page takes.", "");
    }

    private Mono<Rendering> unexpected(ServerWebExchange exchange, Throwable failure) {
        String reference =
                HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        log.error(
                "Page failed: reference={} path={}",
                reference,
                exchange.getRequest().getPath().value(),
                failure);
        return show(
                exchange,
                HttpStatus.INTERNAL_SERVER_ERROR,
                "Something went wrong here",
                "It is not your doing, and nothing was changed.",
                reference);
    }

    private Mono<Rendering> show(
            ServerWebExchange exchange, HttpStatus status, String title, String text, String reference) {
        Htmx.replacePage(exchange);
        boolean reading = HttpMethod.GET.equals(exchange.getRequest().getMethod());
        String again = reading && status.is5xxServerError() ? here(exchange) : "";
        return pages.show(
                exchange,
                Screen.of("page/trouble", title)
                        .status(status)
                        .with("text", text)
                        .with("reference", reference)
                        .with("again", again));
    }

    private static Rendering signIn(ServerWebExchange exchange) {
        boolean reading = HttpMethod.GET.equals(exchange.getRequest().getMethod());
        boolean home = Links.HOME.equals(exchange.getRequest().getPath().value());
        String back = reading && !home ? here(exchange) : "";
        String href = Links.query(
                Links.SIGN_IN,
                Map.of(
                        "next",
                        back,
                        "ended",
                        exchange.getRequest().getCookies().containsKey(Sessions.COOKIE) ? "1" : ""));
        return Htmx.redirect(exchange, href);
    }

    private static String here(ServerWebExchange exchange) {
        String query = exchange.getRequest().getURI().getRawQuery();
        String path = exchange.getRequest().getURI().getRawPath();
        return query == null ? path : path + "?" + query;
    }
}
