package dev.postern.queue.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import dev.postern.rabbitmq.RabbitConnection;
import dev.postern.rabbitmq.RabbitConnection.Work;
import dev.postern.rabbitmq.RabbitException;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisLock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The exchange and the queues: declared where they are missing, as Outpost declares them and under the lock that
 * Outpost takes for it; what is there already stays as it is.
 */
final class Topology {

    /** Handed out so often without an acknowledgement, a message goes to the dead letters. As Outpost has it. */
    static final int DELIVERY_LIMIT = 5;

    private static final Logger log = LoggerFactory.getLogger(Topology.class);

    private static final String LOCK = "outpost:lock";
    private static final Duration LOCKED_AT_MOST = Duration.ofSeconds(60);
    private static final Duration LOCK_PAUSE = Duration.ofSeconds(5);
    private static final int LOCK_TRIES = 5;

    private final RabbitConnection connection;
    private final RedisLock lock;
    private final boolean provision;
    private final List<Piece> pieces;

    Topology(RabbitConnection connection, RedisConnection redis, List<Place> places, boolean provision) {
        this.connection = connection;
        this.lock = new RedisLock(redis, LOCK, LOCKED_AT_MOST);
        this.provision = provision;
        this.pieces = places.stream()
                .flatMap(place -> pieces(place).stream())
                .distinct()
                .toList();
    }

    /** Completes once everything is there. */
    Mono<Void> ensure() {
        return missing().flatMap(missing -> missing.isEmpty() ? Mono.<Void>empty() : provide(missing, LOCK_TRIES));
    }

    private Mono<List<Piece>> missing() {
        return Flux.fromIterable(pieces)
                .concatMap(piece -> exists(piece).flatMap(there -> there ? Mono.<Piece>empty() : Mono.just(piece)))
                .collectList();
    }

    private Mono<Void> provide(List<Piece> missing, int tries) {
        if (!provision) {
            return Mono.error(new RabbitException(
                    "RabbitMQ at %s has no %s (expected: all of them, as MQS_AUTO_PROVISION is false)"
                            .formatted(connection.settings().address(), missing)));
        }
        if (tries == 0) {
            return Mono.error(new RabbitException(
                    "the lock %s in Redis is taken (expected: free, to declare the queues)".formatted(LOCK)));
        }
        return lock.with(missing().flatMap(this::declare))
                .flatMap(done -> done
                        ? Mono.<Void>empty()
                        : Mono.delay(LOCK_PAUSE).then(Mono.defer(() -> provide(missing, tries - 1))));
    }

    private Mono<Void> declare(List<Piece> missing) {
        return connection
                .call(channel -> {
                    for (Piece piece : missing) {
                        piece.declare.on(channel);
                    }
                })
                .doOnSuccess(done -> log.info("declared in RabbitMQ: {}", missing));
    }

    private Mono<Boolean> exists(Piece piece) {
        return connection.ask(channel -> {
            try {
                piece.look.on(channel);
                return true;
            } catch (IOException e) {
                if (isNotFound(e)) {
                    return false;
                }
                throw e;
            }
        });
    }

    private static boolean isNotFound(IOException error) {
        return error.getCause() instanceof ShutdownSignalException closed
                && closed.getReason() instanceof AMQP.Channel.Close why
                && why.getReplyCode() == AMQP.NOT_FOUND;
    }

    private static List<Piece> pieces(Place place) {
        List<Piece> pieces = new ArrayList<>();
        pieces.add(new Piece(
                "exchange '%s'".formatted(place.exchange()),
                channel -> channel.exchangeDeclarePassive(place.exchange()),
                channel -> channel.exchangeDeclare(place.exchange(), "topic", true)));
        pieces.add(queue(place, place.deadLetters(), Map.of("x-queue-type", "quorum")));
        pieces.add(queue(
                place,
                place.queue(),
                Map.of(
                        "x-queue-type",
                        "quorum",
                        "x-delivery-limit",
                        DELIVERY_LIMIT,
                        "x-dead-letter-exchange",
                        place.exchange(),
                        "x-dead-letter-routing-key",
                        place.deadLetters())));
        return pieces;
    }

    private static Piece queue(Place place, String name, Map<String, Object> arguments) {
        return new Piece("queue '%s'".formatted(name), channel -> channel.queueDeclarePassive(name), channel -> {
            declareAndBind(channel, place.exchange(), name, arguments);
        });
    }

    private static void declareAndBind(Channel channel, String exchange, String name, Map<String, Object> arguments)
            throws IOException {
        channel.queueDeclare(name, true, false, false, arguments);
        channel.queueBind(name, exchange, name);
    }

    /** Something that must be there. */
    private record Piece(String name, Work look, Work declare) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Piece piece && name.equals(piece.name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
