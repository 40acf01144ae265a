package dev.postern.portal.gateway;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.springframework.core.io.ClassPathResource;
import org.springframework.graphql.server.WebGraphQlHandler;
import org.springframework.graphql.support.CachingDocumentSource;
import org.springframework.graphql.support.DocumentSource;
import org.springframework.graphql.support.ResourceDocumentSource;
import org.springframework.util.StringUtils;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** The gateway as the portal's documents reach it, whatever the transport. */
public final class GatewayClient implements Gateway {

    private final DocumentSource documents = new CachingDocumentSource(new ResourceDocumentSource(
            List.of(new ClassPathResource("graphql-documents/")), ResourceDocumentSource.FILE_EXTENSIONS));
    private final Transport transport;
    private final AnswerReader reader;
    private final GatewaySettings settings;

    private GatewayClient(Transport transport, GatewaySettings settings) {
        this.transport = transport;
        this.reader = new AnswerReader(settings);
        this.settings = settings;
    }

    /**
     * A gateway in the same process.
     *
     * @param mapper writes the gateway's scalars as its HTTP endpoint does
     */
    public static Gateway inProcess(WebGraphQlHandler handler, JsonMapper mapper, GatewaySettings settings) {
        return new GatewayClient(new InProcessTransport(handler, mapper), settings);
    }

    /**
     * A gateway elsewhere.
     *
     * @param gateway its base URL, without {@code /graphql}
     */
    public static Gateway overHttp(URI gateway, WebClient.Builder builder, GatewaySettings settings) {
        return new GatewayClient(new HttpTransport(gateway, builder, settings), settings);
    }

    @Override
    public Mono<Answer> execute(String document, Map<String, Object> variables, Credentials credentials) {
        return documents
                .getDocument(document)
                .flatMap(text ->
                        transport.send(new Call(StringUtils.capitalize(document), text, variables), credentials))
                .map(reader::read)
                .timeout(settings.timeout())
                .onErrorMap(TimeoutException.class, AnswerReader::late)
                .onErrorMap(AnswerReader::unreachable)
                .switchIfEmpty(Mono.error(
                        () -> AnswerReader.unreachable(new IllegalStateException("The gateway's answer was empty"))));
    }
}
