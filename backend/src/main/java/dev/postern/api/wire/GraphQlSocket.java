package dev.postern.api.wire;

import dev.postern.api.settings.SocketSettings;
import dev.postern.security.Viewer;
import io.netty.handler.codec.TooLongFrameException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * One connection by the protocol {@code graphql-transport-ws}. A message is written when the one before has left, and an
 * answer is made when it may be written soon: nothing piles up for who reads slowly.
 */
final class GraphQlSocket {

    static final String PROTOCOL = "graphql-transport-ws";

    private static final Logger LOG = LoggerFactory.getLogger(GraphQlSocket.class);

    /** How many short answers may wait, such as those to pings. */
    private static final int MOST_REPLIES = 64;

    /** How long such an answer may be, in characters; one that is longer goes without its payload. */
    private static final int LONGEST_REPLY = 1024;

    /** How many pings may go unanswered, or find the one before them unsent. */
    private static final int MOST_SILENCE = 2;

    private final WebSocketSession session;
    private final SocketOperations operations;
    private final Function<Map<String, @Nullable Object>, Mono<Viewer>> door;
    private final Clock clock;
    private final SocketSettings settings;
    private final Sinks.Many<Supplier<WebSocketMessage>> replies =
            Sinks.many().unicast().onBackpressureBuffer(new ArrayBlockingQueue<>(MOST_REPLIES));
    private final Sinks.Many<Flux<String>> answers;
    private final Sinks.One<Viewer> welcomed = Sinks.one();
    private final Sinks.Empty<Void> over = Sinks.empty();
    private final AtomicInteger silence = new AtomicInteger();
    private final AtomicInteger stuck = new AtomicInteger();
    private boolean greeted;
    private volatile @Nullable Viewer viewer;

    /** @param door lets a client in by what its first message says; fails with {@link SocketClosed} */
    GraphQlSocket(
            WebSocketSession session,
            SocketOperations operations,
            Function<Map<String, @Nullable Object>, Mono<Viewer>> door,
            Clock clock,
            SocketSettings settings) {
        this.session = session;
        this.operations = operations;
        this.door = door;
        this.clock = clock;
        this.settings = settings;
        // What runs already takes part of it, so that a client that asks and leaves, again and again, has room.
        this.answers = Sinks.many().unicast().onBackpressureBuffer(new ArrayBlockingQueue<>(settings.operations() * 2));
    }

    /** Whether the client has said who it is. */
    boolean isKnown() {
        return viewer != null;
    }

    /**
     * Reads what the client sends, to the end of the connection: to stop reading would close it without a reason. Never
     * fails.
     */
    Mono<Void> receiving() {
        return session.receive()
                .map(this::incoming)
                .concatMap(this::receiveUnlessOver, 1)
                .onErrorResume(error -> Mono.fromRunnable(() -> over.tryEmitError(
                        error instanceof TooLongFrameException ? SocketClosed.tooLarge(mostBytes()) : error)))
                .then()
                .doFinally(signal -> over.tryEmitEmpty());
    }

    /** Serves the client; completes with why the socket is to be closed, or empty where the client has gone. */
    Mono<CloseStatus> serving(Mono<Void> stopping) {
        Mono<Void> late = Mono.delay(settings.init())
                .then(Mono.defer(() -> viewer == null ? Mono.error(SocketClosed.initTimeout()) : Mono.never()));
        Mono<Void> lapsed = welcomed.asMono()
                .flatMap(known -> Expiry.of(known, clock))
                .then(Mono.error(() -> SocketClosed.forbidden(Expiry.REASON)));
        Mono<Void> stopped = stopping.then(Mono.error(SocketClosed::stopping));
        return Mono.firstWithSignal(over.asMono(), sending(), late, lapsed, stopped)
                .then(Mono.<CloseStatus>empty())
                .onErrorResume(error -> Mono.justOrEmpty(status(error)));
    }

    private Mono<Void> sending() {
        Flux<WebSocketMessage> answered = Flux.merge(
                1,
                replies.asFlux().map(Supplier::get),
                answers.asFlux()
                        .flatMap(Function.identity(), settings.operations() * 2, 1)
                        .map(session::textMessage));
        return Flux.merge(1, answered, pings())
                .concatMap(message -> session.send(Mono.just(message)), 0)
                .then();
    }

    /** Silence is counted whether pings can be sent or not: who reads nothing can't answer them. */
    private Flux<WebSocketMessage> pings() {
        return Flux.interval(settings.ping())
                .doOnNext(tick -> requireAlive(silence))
                .onBackpressureDrop(tick -> requireAlive(stuck))
                .map(tick -> {
                    stuck.set(0);
                    return session.pingMessage(factory -> factory.wrap(new byte[0]));
                });
    }

    private static void requireAlive(AtomicInteger missed) {
        if (missed.incrementAndGet() > MOST_SILENCE) {
            throw SocketClosed.dead();
        }
    }

    /** Read at once, for its bytes are given back. */
    private Incoming incoming(WebSocketMessage message) {
        silence.set(0);
        var bytes = new byte[message.getPayload().readableByteCount()];
        message.getPayload().read(bytes);
        return new Incoming(message.getType(), ByteBuffer.wrap(bytes));
    }

    private Mono<Void> receiveUnlessOver(Incoming incoming) {
        return Boolean.TRUE.equals(over.scan(Scannable.Attr.TERMINATED))
                ? Mono.empty()
                : Mono.defer(() -> receive(incoming))
                        .onErrorResume(error -> Mono.fromRunnable(() -> over.tryEmitError(error)));
    }

    private Mono<Void> receive(Incoming incoming) {
        return switch (incoming.type()) {
            case TEXT -> receive(StandardCharsets.UTF_8.decode(incoming.bytes()).toString());
            case BINARY -> Mono.error(SocketClosed.badRequest("The message is binary (expected: text)"));
            case PING -> reply(() -> session.pongMessage(factory -> factory.wrap(incoming.bytes())));
            case PONG -> Mono.empty();
        };
    }

    private Mono<Void> receive(String text) {
        SocketMessage message = SocketMessage.read(text);
        return switch (message.type()) {
            case "connection_init" -> greet(message);
            case "ping" -> pong(message);
            case "pong" -> Mono.empty();
            case "subscribe" -> start(message);
            case "complete" -> Mono.fromRunnable(() -> operations.stop(message.requireId()));
            default -> throw SocketClosed.badRequest("The type of the message is unknown");
        };
    }

    private Mono<Void> greet(SocketMessage message) {
        if (greeted) {
            throw SocketClosed.secondInit();
        }
        greeted = true;
        return door.apply(message.object(true)).flatMap(known -> {
            viewer = known;
            welcomed.tryEmitValue(known);
            return reply(() -> session.textMessage(SocketMessage.ack()));
        });
    }

    private Mono<Void> start(SocketMessage message) {
        Viewer known = viewer;
        if (known == null) {
            throw SocketClosed.unauthorized();
        }
        Map<String, Object> members;
        try {
            members = GraphQlRequestReader.checked(message.object(false));
        } catch (BadRequest e) {
            throw SocketClosed.badRequest(e.reason());
        }
        Flux<String> answered = operations.start(message.requireId(), members, known);
        return answers.tryEmitNext(answered).isFailure() ? Mono.error(SocketClosed.flooded()) : Mono.empty();
    }

    private Mono<Void> pong(SocketMessage ping) {
        String whole = SocketMessage.pong(ping.payload());
        String pong = whole.length() > LONGEST_REPLY ? SocketMessage.pong(null) : whole;
        return reply(() -> session.textMessage(pong));
    }

    private Mono<Void> reply(Supplier<WebSocketMessage> message) {
        return replies.tryEmitNext(message).isFailure() ? Mono.error(SocketClosed.flooded()) : Mono.empty();
    }

    private int mostBytes() {
        return isKnown() ? settings.messageBytes() : Math.min(settings.messageBytes(), EntryLimit.MOST_BYTES);
    }

    /** Null where there is nobody to tell. */
    private static @Nullable CloseStatus status(Throwable error) {
        if (error instanceof SocketClosed closed) {
            return closed.status();
        }
        LOG.debug("a WebSocket broke", error);
        return null;
    }

    private record Incoming(WebSocketMessage.Type type, ByteBuffer bytes) {}
}
