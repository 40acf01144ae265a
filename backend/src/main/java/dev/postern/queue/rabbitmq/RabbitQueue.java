package dev.postern.queue.rabbitmq;

import dev.postern.model.Outage;
import dev.postern.model.Ranges;
import dev.postern.queue.BackPressure;
import dev.postern.queue.DeadLetter.Cause;
import dev.postern.queue.DeadLetters;
import dev.postern.queue.MessageCodec;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.QueueFullException;
import dev.postern.queue.QueueSettings;
import dev.postern.rabbitmq.RabbitConnection;
import dev.postern.rabbitmq.RabbitConsumer;
import dev.postern.rabbitmq.RabbitDelivery;
import dev.postern.rabbitmq.RabbitException;
import dev.postern.rabbitmq.RabbitMessage;
import dev.postern.rabbitmq.RabbitSource;
import dev.postern.rabbitmq.Unpublished;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisLock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * What both queues do. The queue's depth is looked at here, not bounded by an argument of the queue: the broker's
 * own bound leaves out what is in hand, lets half a publication in, and can't be changed once the queue is there.
 * So several processes together may exceed it, by what they publish within a second.
 */
abstract sealed class RabbitQueue<T> implements MessageQueue<T> permits RabbitQueues.Deliveries, RabbitQueues.Entries {

    private static final Logger log = LoggerFactory.getLogger(RabbitQueue.class);

    private static final String SILENCE = "its consumer fell silent";

    /** For a look at the dead letters; one that takes longer may be met by another, and letters seem to be missing. */
    private static final Duration LOOKED_AT_MOST = Duration.ofMinutes(2);

    private final RabbitConnection connection;
    private final Topology topology;
    private final Place place;
    private final QueueSettings settings;
    private final MessageCodec<T> codec;
    private final Room room;
    private final RabbitDeadLetters deadLetters;
    private final Returns returns;
    private final Set<RabbitConsumer> live = ConcurrentHashMap.newKeySet();

    RabbitQueue(
            RabbitConnection connection,
            RedisConnection redis,
            Topology topology,
            Place place,
            QueueSettings settings,
            MessageCodec<T> codec) {
        this.connection = connection;
        this.topology = topology;
        this.place = place;
        this.settings = settings;
        this.codec = codec;
        this.room = new Room(settings.capacity(), depth());
        String lock = redis.key("postern:rabbitmq:" + place.deadLetters());
        this.deadLetters = new RabbitDeadLetters(
                connection, place, settings, new RedisLock(redis, lock, LOOKED_AT_MOST), this::inHand);
        this.returns = new Returns(connection, place, deadLetters);
    }

    @Override
    public final Mono<Void> publish(List<T> messages) {
        List<T> batch = BackPressure.requireBatch(messages);
        if (batch.isEmpty()) {
            return Mono.empty();
        }
        return Mono.defer(() -> {
            var publication = new Publication(batch.stream()
                    .map(message -> place.message(Marks.fresh().headers(), codec.encode(message)))
                    .toList());
            return BackPressure.append(place.queue(), settings, Mono.defer(publication::tryOnce))
                    .onErrorMap(QueueFullException.class, publication::reason);
        });
    }

    @Override
    public final Flux<Message<T>> consume(int prefetch) {
        Ranges.requireAtLeast("prefetch", prefetch, 1);
        var source = new RabbitSource(place.queue(), settings.visibility(), topology.ensure(), false, returns::unseen);
        return Flux.defer(() -> {
            var ending = new Ending();
            return connection
                    .consume(source, prefetch, live)
                    .<Message<T>>handle((delivery, sink) -> {
                        Message<T> message = received(delivery, ending);
                        if (message != null) {
                            sink.next(message);
                        }
                    })
                    .doFinally(signal -> ending.end());
        });
    }

    @Override
    public Optional<Outage> outage() {
        return RabbitConsumer.outage(live);
    }

    /** In hand counts what this process has; that of others isn't told to us. */
    @Override
    public final Mono<Long> depth() {
        return connection.ask(channel -> channel.messageCount(place.queue())).map(ready -> ready + inHand());
    }

    @Override
    public final DeadLetters deadLetters() {
        return deadLetters;
    }

    private long inHand() {
        return live.stream().mapToLong(RabbitConsumer::unacknowledged).sum();
    }

    private @Nullable Message<T> received(RabbitDelivery delivery, Ending ending) {
        Marks before = Marks.of(delivery);
        Mono<Void> pause = ending.orAfter(settings.nackDelay());
        if (before.failures() >= settings.deadLetters().maxFailures()) {
            settle(returns.setAside(delivery, before, Cause.ABANDONED, SILENCE, pause));
            return null;
        }
        try {
            return new Received(delivery, codec.decode(delivery.body()), before, ending);
        } catch (RuntimeException e) {
            String reason = String.valueOf(e.getMessage());
            settle(returns.setAside(delivery, before.received(), Cause.UNDECODABLE, reason, pause));
            return null;
        }
    }

    /** What has nobody to wait for it. */
    private void settle(Mono<Void> settling) {
        settling.subscribe(done -> {}, e -> log.debug("the broker takes a message back: queue={}", place.queue(), e));
    }

    private final class Received implements Message<T> {

        private final RabbitDelivery delivery;
        private final T body;
        private final Marks before;
        private final Marks now;
        private final Ending ending;

        Received(RabbitDelivery delivery, T body, Marks before, Ending ending) {
            this.delivery = delivery;
            this.body = body;
            this.before = before;
            this.now = before.received();
            this.ending = ending;
        }

        @Override
        public T body() {
            return body;
        }

        @Override
        public int receives() {
            return now.receives();
        }

        @Override
        public int failures() {
            return before.failures();
        }

        @Override
        public Mono<Void> ack() {
            return delivery.ack();
        }

        /** Until the pause is over the message takes up a place of the prefetch; nobody waits for that. */
        @Override
        public Mono<Void> nack() {
            return Mono.fromRunnable(() -> settle(returns.later(delivery, now, pause())));
        }

        @Override
        public Mono<Void> fail(String reason) {
            Marks failed = now.failed();
            return failed.failures() < settings.deadLetters().maxFailures()
                    ? Mono.fromRunnable(() -> settle(returns.later(delivery, failed, pause())))
                    : returns.setAside(delivery, failed, Cause.FAILED, reason, pause());
        }

        @Override
        public Mono<Void> setAside(String reason) {
            return returns.setAside(delivery, now, Cause.REFUSED, reason, pause());
        }

        private Mono<Void> pause() {
            return ending.orAfter(settings.nackDelay());
        }
    }

    /** What is still to be published, over several tries. */
    private final class Publication {

        private List<RabbitMessage> messages;
        private final AtomicReference<@Nullable RabbitException> failure = new AtomicReference<>();

        Publication(List<RabbitMessage> messages) {
            this.messages = messages;
        }

        Mono<Boolean> tryOnce() {
            return room.take(messages.size())
                    .flatMap(has -> {
                        failure.set(null);
                        return has ? connection.publish(messages).flatMap(this::rest) : Mono.just(false);
                    })
                    .onErrorResume(RabbitException.class, e -> mend(e).thenReturn(false));
        }

        /** Whether that was all. */
        private Mono<Boolean> rest(Unpublished rest) {
            messages = rest.messages();
            return rest.failure() == null ? Mono.just(rest.isNothing()) : Mono.error(rest.failure());
        }

        /** The queue may be gone with the broker's data. */
        private Mono<Void> mend(RabbitException e) {
            failure.set(e);
            return topology.ensure().onErrorComplete();
        }

        Throwable reason(QueueFullException full) {
            RabbitException last = failure.get();
            return last == null ? full : last;
        }
    }
}
