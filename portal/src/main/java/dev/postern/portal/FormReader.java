package dev.postern.portal;

import java.io.IOException;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Reads every form before anything looks into it, the search for its token included, so that one that can't
 * be read is answered in one place. What was read is kept with the exchange.
 */
record FormReader(RefusalPage refusal) implements WebFilter {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        boolean form = HttpMethod.POST.equals(exchange.getRequest().getMethod())
                && exchange.getRequest().getPath().value().startsWith("/portal/");
        if (!form) {
            return chain.filter(exchange);
        }
        return exchange.getFormData()
                .map(fields -> true)
                .onErrorResume(
                        DataBufferLimitException.class,
                        tooLarge -> refused(
                                exchange,
                                HttpStatus.CONTENT_TOO_LARGE,
                                "This form is too large",
                                "It holds more than this page takes. Nothing was changed: shorten it, and send it again."))
                .onErrorResume(
                        failure -> !(failure instanceof IOException),
                        malformed -> refused(
                                exchange,
                                HttpStatus.BAD_REQUEST,
                                "This form could not be read",
                                "What arrived was not a form as browsers send it. Nothing was changed: go back, reload the page, and send it again."))
                .defaultIfEmpty(true)
                .flatMap(readable -> readable ? chain.filter(exchange) : Mono.empty());
    }

    private Mono<Boolean> refused(ServerWebExchange exchange, HttpStatus status, String title, String text) {
        return refusal.show(exchange, status, title, text).thenReturn(false);
    }
}
