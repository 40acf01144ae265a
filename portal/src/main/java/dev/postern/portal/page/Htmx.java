package dev.postern.portal.page;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.result.view.Rendering;
import org.springframework.web.server.ServerWebExchange;

/**
 * What htmx has to be told. It asks for whole pages and picks its part out of them; where the answer is another page
 * than the one it asked for, it must show all of it.
 */
final class Htmx {

    private Htmx() {}

    /** Puts the whole page in place of the one that is open. */
    static void replacePage(ServerWebExchange exchange) {
        if (asked(exchange)) {
            HttpHeaders headers = exchange.getResponse().getHeaders();
            headers.set("HX-Retarget", "#page");
            headers.set("HX-Reselect", "#page");
            headers.set("HX-Reswap", "outerHTML");
        }
    }

    /** Sends the browser elsewhere; a plain redirect would be followed behind its back. */
    static Rendering redirect(ServerWebExchange exchange, String href) {
        if (!asked(exchange)) {
            return Pages.seeOther(href);
        }
        return Rendering.view("page/nothing")
                .status(HttpStatus.OK)
                .header("HX-Redirect", href)
                .build();
    }

    private static boolean asked(ServerWebExchange exchange) {
        return "true".equals(exchange.getRequest().getHeaders().getFirst("HX-Request"));
    }
}
