package dev.postern.api.wire;

import java.time.Duration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** GraphiQL, served from the jar; it holds no data, and asks for credentials like anybody. */
public final class ExplorerPage {

    private static final String OURS = "explorer/";
    private static final String GRAPHIQL = "META-INF/resources/graphql-ui/";

    /** GraphiQL's dialogs write style elements, and its fonts lie in its style sheet. Scripts are files of ours alone. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
            + "font-src data:; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'";

    private static final MediaType SCRIPT = MediaType.parseMediaType("text/javascript;charset=UTF-8");
    private static final MediaType STYLE = MediaType.parseMediaType("text/css;charset=UTF-8");

    /** Its files are large, and of one version for as long as ours. */
    private static final CacheControl KEPT = CacheControl.maxAge(Duration.ofHours(1));

    /** The page and its files. */
    public static RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route()
                .GET("/graphiql", request -> file(OURS + "explorer.html", MediaType.TEXT_HTML, CacheControl.noCache()))
                .GET("/graphiql/{file}.js", request -> script(request.pathVariable("file")))
                .GET("/graphiql/explorer.css", request -> file(OURS + "explorer.css", STYLE, CacheControl.noCache()))
                .GET("/graphiql/graphiql.min.css", request -> file(GRAPHIQL + "graphiql.min.css", STYLE, KEPT))
                .build();
    }

    private static Mono<ServerResponse> script(String name) {
        return switch (name) {
            case "explorer" -> file(OURS + "explorer.js", SCRIPT, CacheControl.noCache());
            case "graphiql.min", "react.production.min", "react-dom.production.min" ->
                file(GRAPHIQL + name + ".js", SCRIPT, KEPT);
            default -> ServerResponse.notFound().build();
        };
    }

    private static Mono<ServerResponse> file(String path, MediaType type, CacheControl cache) {
        return ServerResponse.ok()
                .contentType(type)
                .cacheControl(cache)
                .header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .bodyValue(new ClassPathResource(path));
    }

    private ExplorerPage() {}
}
