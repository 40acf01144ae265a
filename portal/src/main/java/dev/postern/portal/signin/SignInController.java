package dev.postern.portal.signin;

import dev.postern.portal.gateway.Credentials;
import dev.postern.portal.gateway.GatewayException;
import dev.postern.portal.page.Form;
import dev.postern.portal.page.Links;
import dev.postern.portal.page.Pages;
import dev.postern.portal.page.Screen;
import dev.postern.portal.session.Sessions;
import dev.postern.portal.session.SignInThrottle;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.reactive.result.view.Rendering;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Signing in with an operator key or a tenant token, and signing out. */
@Controller
final class SignInController {

    private final Doorkeeper doorkeeper;
    private final SignInThrottle throttle;
    private final Sessions sessions;
    private final Pages pages;

    SignInController(Doorkeeper doorkeeper, SignInThrottle throttle, Sessions sessions, Pages pages) {
        this.doorkeeper = doorkeeper;
        this.throttle = throttle;
        this.sessions = sessions;
        this.pages = pages;
    }

    @GetMapping(Links.SIGN_IN)
    Mono<Rendering> form(
            @RequestParam(defaultValue = "") String next,
            @RequestParam(defaultValue = "") String ended,
            ServerWebExchange exchange) {
        return sessions.current(exchange)
                .map(visitor -> Pages.seeOther(WayBack.safe(next)))
                .switchIfEmpty(Mono.defer(
                        () -> pages.show(exchange, form(next, "").with("ended", !ended.isEmpty()))));
    }

    @PostMapping(Links.SIGN_IN)
    Mono<Rendering> signIn(ServerWebExchange exchange) {
        return Form.of(exchange).flatMap(form -> attempt(exchange, form.text("credential"), form.text("next")));
    }

    @PostMapping("/portal/sign-out")
    Mono<Rendering> signOut(ServerWebExchange exchange) {
        return sessions.close(exchange).thenReturn(Pages.seeOther(Links.SIGN_IN));
    }

    private Mono<Rendering> attempt(ServerWebExchange exchange, String credential, String next) {
        if (!throttle.allows(exchange.getRequest().getRemoteAddress())) {
            return refuse(
                    exchange, next, HttpStatus.TOO_MANY_REQUESTS, "Too many attempts. Wait a minute, then try again.");
        }
        if (credential.isEmpty()) {
            return refuse(exchange, next, HttpStatus.UNPROCESSABLE_CONTENT, "Enter an operator key or a tenant token.");
        }
        if (!Credentials.acceptable(credential)) {
            return unknown(exchange, next);
        }
        return doorkeeper
                .admit(exchange, new Credentials(credential))
                .thenReturn(Pages.seeOther(WayBack.safe(next)))
                .onErrorResume(GatewayException.Unauthenticated.class, unknown -> unknown(exchange, next));
    }

    private Mono<Rendering> unknown(ServerWebExchange exchange, String next) {
        throttle.failed(exchange.getRequest().getRemoteAddress());
        return refuse(exchange, next, HttpStatus.UNAUTHORIZED, "This key or token is not valid, or has expired.");
    }

    private Mono<Rendering> refuse(ServerWebExchange exchange, String next, HttpStatus status, String error) {
        return pages.show(exchange, form(next, error).with("ended", false).status(status));
    }

    private static Screen form(String next, String error) {
        return Screen.of("signin/sign-in", "Sign in")
                .with("next", WayBack.safe(next))
                .with("error", error);
    }
}
