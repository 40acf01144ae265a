package dev.postern.portal;

import dev.postern.portal.page.Pages;
import dev.postern.portal.page.Screen;
import java.util.Locale;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.result.view.ViewResolver;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The page for a request that is turned away before it reaches a controller. */
record RefusalPage(Pages pages, ViewResolver views) {

    Mono<Void> show(ServerWebExchange exchange, HttpStatus status, String title, String text) {
        Screen screen = Screen.of("page/trouble", title)
                .with("text", text)
                .with("reference", "")
                .with("again", "");
        return pages.show(exchange, screen).flatMap(page -> {
            exchange.getResponse().setStatusCode(status);
            return views.resolveViewName(screen.template(), Locale.ENGLISH)
                    .flatMap(view -> view.render(page.modelAttributes(), MediaType.TEXT_HTML, exchange));
        });
    }
}
