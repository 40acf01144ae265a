package dev.postern.api.wire;

import dev.postern.api.live.Places;
import dev.postern.api.settings.SocketSettings;
import dev.postern.model.Causes;
import dev.postern.security.Credentials;
import dev.postern.security.UnauthenticatedException;
import dev.postern.security.Viewer;
import dev.postern.security.Viewer.TenantViewer;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.graphql.server.WebGraphQlHandler;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.security.core.Authentication;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketSession;
import org.springframework.web.reactive.socket.server.WebSocketService;
import org.springframework.web.reactive.socket.server.support.HandshakeWebSocketService;
import org.springframework.web.reactive.socket.server.upgrade.ReactorNettyRequestUpgradeStrategy;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.DisposableChannel;
import reactor.netty.NettyInbound;
import reactor.netty.http.server.WebsocketServerSpec;

/**
 * GraphQL over WebSockets, of which the stock handler would parse numbers into doubles, run any number of operations, and
 * keep for a slow reader whatever they answer. Who connects says who it is in its first message, or has said it in a header.
 */
public final class SocketEndpoint implements WebHandler {

    private static final Logger LOG = LoggerFactory.getLogger(SocketEndpoint.class);

    /** How long a closing frame may take; who doesn't read it is cut off. */
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final WebGraphQlHandler graphQl;
    private final Credentials credentials;
    private final OpenStreams streams;
    private final Clock clock;
    private final SocketSettings settings;
    private final Origins origins;
    private final WebSocketService service;
    private final AtomicInteger open = new AtomicInteger();
    private final Places places;

    public SocketEndpoint(
            WebGraphQlHandler graphQl,
            Credentials credentials,
            OpenStreams streams,
            Clock clock,
            SocketSettings settings) {
        this.graphQl = graphQl;
        this.credentials = credentials;
        this.streams = streams;
        this.clock = clock;
        this.settings = settings;
        this.origins = new Origins(settings.origins());
        this.places = new Places(settings.most(), settings.perTenant());
        this.service = new HandshakeWebSocketService(new ReactorNettyRequestUpgradeStrategy(
                // Pongs are ours to send, with the answers: Netty's own would pile up for who pings and doesn't read.
                () -> WebsocketServerSpec.builder().handlePing(true).maxFramePayloadLength(settings.messageBytes())));
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange) {
        if (!origins.allow(exchange.getRequest())) {
            exchange.getResponse().setStatusCode(HttpStatus.FORBIDDEN);
            return exchange.getResponse().setComplete();
        }
        return Mono.defer(() -> {
            if (open.incrementAndGet() > settings.most()) {
                open.decrementAndGet();
                exchange.getResponse().setStatusCode(HttpStatus.SERVICE_UNAVAILABLE);
                return exchange.getResponse().setComplete();
            }
            var shaken = new AtomicBoolean();
            return exchange.getPrincipal()
                    .ofType(Authentication.class)
                    .mapNotNull(Authentication::getPrincipal)
                    .ofType(Viewer.class)
                    .map(viewer -> (WebSocketHandler) new Connection(exchange, viewer, shaken))
                    .defaultIfEmpty(new Connection(exchange, null, shaken))
                    .flatMap(connection -> service.handleRequest(exchange, connection))
                    .doFinally(signal -> leaveUnless(shaken));
        });
    }

    /** The handshake is over: where it failed there is no connection, which would make room as it ends. */
    private void leaveUnless(AtomicBoolean shaken) {
        if (shaken.compareAndSet(false, true)) {
            open.decrementAndGet();
        }
    }

    /** One connection and the place that it takes. */
    private final class Connection implements WebSocketHandler {

        private final ServerWebExchange exchange;
        private final @Nullable Viewer fromHeader;
        private final AtomicBoolean shaken;
        private final AtomicReference<@Nullable Runnable> place = new AtomicReference<>();

        Connection(ServerWebExchange exchange, @Nullable Viewer fromHeader, AtomicBoolean shaken) {
            this.exchange = exchange;
            this.fromHeader = fromHeader;
            this.shaken = shaken;
        }

        @Override
        public List<String> getSubProtocols() {
            return List.of(GraphQlSocket.PROTOCOL);
        }

        @Override
        public Mono<Void> handle(WebSocketSession session) {
            return Mono.defer(() -> shaken.compareAndSet(false, true)
                    ? serve(session).doFinally(signal -> open.decrementAndGet())
                    : session.close());
        }

        private Mono<Void> serve(WebSocketSession session) {
            if (!GraphQlSocket.PROTOCOL.equals(session.getHandshakeInfo().getSubProtocol())) {
                return session.close(SocketClosed.unknownProtocol().status());
            }
            var operations = new SocketOperations(graphQl, exchange, settings.operations());
            var socket = new GraphQlSocket(session, operations, this::enter, clock, settings);
            withConnection(connection -> EntryLimit.guard(connection.channel().pipeline(), socket::isKnown));
            Sinks.Empty<Void> gone = Sinks.empty();
            Mono<Void> farewell = Mono.firstWithSignal(
                    gone.asMono(),
                    Mono.delay(FAREWELL).doOnNext(tick -> cutOff()).then());
            Mono<Void> serving = socket.serving(streams.closing())
                    .flatMap(status -> session.close(status).timeout(FAREWELL).onErrorComplete())
                    .then(farewell);
            return Mono.when(socket.receiving().doFinally(signal -> gone.tryEmitEmpty()), serving)
                    .doFinally(signal -> leave());
        }

        private Mono<Viewer> enter(Map<String, @Nullable Object> init) {
            Object given = init.getOrDefault("Authorization", init.get("authorization"));
            if (given != null && !(given instanceof String)) {
                return Mono.error(SocketClosed.badRequest("Authorization is of the wrong type (expected: a string)"));
            }
            Mono<Viewer> known = given == null && fromHeader != null
                    ? Mono.just(fromHeader)
                    : credentials.authenticate((String) given).onErrorMap(Connection::refused);
            return known.doOnNext(Connection::requireLasting).doOnNext(this::takePlace);
        }

        /** A link is good for one request, and a socket takes any number of them. */
        private static void requireLasting(Viewer viewer) {
            if (viewer instanceof TenantViewer tenant && tenant.oneTime()) {
                throw SocketClosed.forbidden("A one-time link opens no socket (expected: a token)");
            }
        }

        private static SocketClosed refused(Throwable error) {
            if (error instanceof UnauthenticatedException reason) {
                return SocketClosed.forbidden(reason.getMessage());
            }
            LOG.warn("credentials could not be checked: {}", Causes.reason(error));
            return SocketClosed.tryAgainLater("The credentials can't be checked now");
        }

        private void takePlace(Viewer viewer) {
            String tenantId = viewer instanceof TenantViewer tenant ? tenant.tenantId() : null;
            if (!places.take(tenantId)) {
                throw SocketClosed.tryAgainLater("There are as many sockets as may be");
            }
            place.set(() -> places.release(tenantId));
        }

        private void leave() {
            Runnable release = place.getAndSet(null);
            if (release != null) {
                release.run();
            }
        }

        private void cutOff() {
            withConnection(DisposableChannel::dispose);
        }

        private void withConnection(Consumer<DisposableChannel> action) {
            if (ServerHttpRequestDecorator.getNativeRequest(exchange.getRequest()) instanceof NettyInbound inbound) {
                inbound.withConnection(action);
            }
        }
    }
}
