package dev.postern.api.wire;

import dev.postern.api.error.ErrorCode;
import dev.postern.json.Json;
import dev.postern.security.Viewer;
import graphql.schema.GraphQLSchema;
import graphql.schema.idl.SchemaPrinter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** The schema as text, for whoever may read it. */
public final class SchemaPage {

    private static final String REFUSAL = Json.write(Map.of(
            "errors",
            List.of(Map.of(
                    "message",
                    "The schema is shown to operators alone",
                    "extensions",
                    Map.of("code", ErrorCode.FORBIDDEN.name())))));

    private final String text;
    private final boolean forAll;

    /** @param forAll whether tenants may read it, and not operators alone */
    public SchemaPage(GraphQLSchema schema, boolean forAll) {
        this.text = new SchemaPrinter(SchemaPrinter.Options.defaultOptions()).print(schema);
        this.forAll = forAll;
    }

    public Mono<ServerResponse> handle(ServerRequest request) {
        return ReactiveSecurityContextHolder.getContext()
                .mapNotNull(SecurityContext::getAuthentication)
                .mapNotNull(Authentication::getPrincipal)
                .map(viewer -> forAll || viewer instanceof Viewer.Operator)
                .defaultIfEmpty(false)
                .flatMap(allowed -> allowed
                        ? ServerResponse.ok()
                                .contentType(new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8))
                                .bodyValue(text)
                        : ServerResponse.status(HttpStatus.FORBIDDEN)
                                .contentType(MediaType.APPLICATION_JSON)
                                .bodyValue(REFUSAL));
    }
}
