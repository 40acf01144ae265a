package dev.postern.portal.signin;

import dev.postern.portal.gateway.Credentials;
import dev.postern.portal.gateway.GatewayException;
import dev.postern.portal.page.Links;
import dev.postern.portal.page.Pages;
import dev.postern.portal.page.Screen;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.reactive.result.view.Rendering;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Signing in by a one-time link. Opening the link only shows a button: programs that look at the links of a mail must
 * not use it up.
 */
@Controller
final class LinkController {

    private static final String PREFIX = "plk_";

    private final Doorkeeper doorkeeper;
    private final Pages pages;

    LinkController(Doorkeeper doorkeeper, Pages pages) {
        this.doorkeeper = doorkeeper;
        this.pages = pages;
    }

    @GetMapping("/portal/link/{code}")
    Mono<Rendering> open(ServerWebExchange exchange) {
        return pages.show(exchange, Screen.of("signin/link", "Open the portal"));
    }

    /** Not slowed down as keys are: nobody guesses a code, and whoever holds one mistyped nothing. */
    @PostMapping("/portal/link/{code}")
    Mono<Rendering> redeem(@PathVariable String code, ServerWebExchange exchange) {
        String bearer = PREFIX + code;
        if (!Credentials.acceptable(bearer)) {
            return lapsed(exchange);
        }
        return doorkeeper
                .redeem(exchange, new Credentials(bearer))
                .thenReturn(Pages.seeOther(Links.HOME))
                .onErrorResume(LinkController::unusable, unknown -> lapsed(exchange));
    }

    private static boolean unusable(Throwable failure) {
        return failure instanceof GatewayException.Unauthenticated
                || failure instanceof GatewayException.NotFound
                || failure instanceof GatewayException.Refused;
    }

    private Mono<Rendering> lapsed(ServerWebExchange exchange) {
        return pages.show(
                exchange,
                Screen.of("signin/lapsed", "This link no longer works").status(HttpStatus.GONE));
    }
}
