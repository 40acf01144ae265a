package dev.postern.portal.gateway;

import java.util.Map;
import reactor.core.publisher.Mono;

/** Carries out the portal's GraphQL documents, with the visitor's own credentials. */
public interface Gateway {

    /**
     * Carries out one document. Nothing is sent before the answer is subscribed to.
     *
     * @param document the name of a file in {@code graphql-documents}, without its ending; its operation has
     *     the same name with a capital
     * @param variables what the document's variables stand for; none of them null
     * @return the answer; or an error, always a {@link GatewayException}
     */
    Mono<Answer> execute(String document, Map<String, Object> variables, Credentials credentials);
}
