package dev.postern.portal.page;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.reactive.result.view.Rendering;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Every path of the portal that no other controller knows. */
@Controller
final class NowhereController {

    private final Troubles troubles;

    NowhereController(Troubles troubles) {
        this.troubles = troubles;
    }

    @RequestMapping("/portal/**")
    Mono<Rendering> nowhere(ServerWebExchange exchange) {
        return troubles.missing(exchange);
    }
}
