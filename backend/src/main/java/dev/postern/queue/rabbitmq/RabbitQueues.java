package dev.postern.queue.rabbitmq;

import dev.postern.model.DeliveryTask;
import dev.postern.model.LogEntry;
import dev.postern.queue.DeadLetters;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.DeliveryTaskCodec;
import dev.postern.queue.LogEntryCodec;
import dev.postern.queue.LogQueue;
import dev.postern.queue.QueueSettings;
import dev.postern.rabbitmq.RabbitConnection;
import dev.postern.redis.RedisConnection;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Delivery tasks and log entries in quorum queues of RabbitMQ, in the places and the form that Outpost gives them. */
public final class RabbitQueues {

    private final RabbitConnection connection;
    private final RedisConnection redis;
    private final Topology topology;
    private final Place delivery;
    private final Place log;

    /**
     * @param redis has the locks under which queues are declared and dead letters looked at
     * @param provision whether missing queues are declared; else they are waited for
     */
    public RabbitQueues(RabbitConnection connection, RedisConnection redis, RabbitNames names, boolean provision) {
        this.connection = connection;
        this.redis = redis;
        this.delivery = new Place(names.exchange(), names.deliveryQueue(), names.deliveryDeadLetters());
        this.log = new Place(names.exchange(), names.logQueue(), names.logDeadLetters());
        this.topology = new Topology(connection, redis, List.of(delivery, log), provision);
    }

    /** Completes once exchange and queues are there; fails where they can't be had. */
    public Mono<Void> ensure() {
        return topology.ensure();
    }

    public DeliveryQueue delivery(QueueSettings settings) {
        return new Deliveries(
                new RabbitQueue<>(connection, redis, topology, delivery, settings, new DeliveryTaskCodec()));
    }

    public LogQueue log(QueueSettings settings) {
        return new Entries(new RabbitQueue<>(connection, redis, topology, log, settings, new LogEntryCodec()));
    }

    private record Deliveries(RabbitQueue<DeliveryTask> queue) implements DeliveryQueue {

        @Override
        public Mono<Void> publish(List<DeliveryTask> messages) {
            return queue.publish(messages);
        }

        @Override
        public Flux<Message<DeliveryTask>> consume(int prefetch) {
            return queue.consume(prefetch);
        }

        @Override
        public Mono<Long> depth() {
            return queue.depth();
        }

        @Override
        public DeadLetters deadLetters() {
            return queue.deadLetters();
        }
    }

    private record Entries(RabbitQueue<LogEntry> queue) implements LogQueue {

        @Override
        public Mono<Void> publish(List<LogEntry> messages) {
            return queue.publish(messages);
        }

        @Override
        public Flux<Message<LogEntry>> consume(int prefetch) {
            return queue.consume(prefetch);
        }

        @Override
        public Mono<Long> depth() {
            return queue.depth();
        }

        @Override
        public DeadLetters deadLetters() {
            return queue.deadLetters();
        }
    }
}
