package dev.postern.queue.rabbitmq;

import dev.postern.model.DeliveryTask;
import dev.postern.model.LogEntry;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.DeliveryTaskCodec;
import dev.postern.queue.LogEntryCodec;
import dev.postern.queue.LogQueue;
import dev.postern.queue.QueueSettings;
import dev.postern.rabbitmq.RabbitConnection;
import dev.postern.redis.RedisConnection;
import java.util.List;
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
        return new Deliveries(this, settings);
    }

    public LogQueue log(QueueSettings settings) {
        return new Entries(this, settings);
    }

    static final class Deliveries extends RabbitQueue<DeliveryTask> implements DeliveryQueue {
        private Deliveries(RabbitQueues all, QueueSettings settings) {
            super(all.connection, all.redis, all.topology, all.delivery, settings, new DeliveryTaskCodec());
        }
    }

    static final class Entries extends RabbitQueue<LogEntry> implements LogQueue {
        private Entries(RabbitQueues all, QueueSettings settings) {
            super(all.connection, all.redis, all.topology, all.log, settings, new LogEntryCodec());
        }
    }
}
