package dev.postern.api.wire;

import org.springframework.core.io.ClassPathResource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** A page to try queries on, served from the jar; it holds no data, and asks for credentials like anybody. */
public final class ExplorerPage {

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            + "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /** The page and its files. */
    public static RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route()
                .GET("/graphiql", request -> file("explorer.html", MediaType.TEXT_HTML))
                .GET("/graphiql/explorer.js", request -> file("explorer.js", new MediaType("text", "javascript")))
                .GET("/graphiql/explorer.css", request -> file("explorer.css", new MediaType("text", "css")))
                .build();
    }

    private static Mono<ServerResponse> file(String name, MediaType type) {
        return ServerResponse.ok()
                .contentType(type)
                .cacheControl(CacheControl.noCache())
                .header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .bodyValue(new ClassPathResource("explorer/" + name));
    }

    private ExplorerPage() {}
}
