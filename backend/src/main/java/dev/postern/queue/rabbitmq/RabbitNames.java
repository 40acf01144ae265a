package dev.postern.queue.rabbitmq;

/**
 * How the exchange and the queues are called. The defaults are Outpost's.
 *
 * @param deliveryDeadLetters where delivery tasks end that nobody can deal with
 * @param logDeadLetters the same for log entries
 */
public record RabbitNames(
        String exchange, String deliveryQueue, String logQueue, String deliveryDeadLetters, String logDeadLetters) {

    public static final RabbitNames DEFAULTS = of("outpost", "outpost-delivery", "outpost-log");

    /** The dead letters' queues are called as Outpost calls them. */
    public static RabbitNames of(String exchange, String deliveryQueue, String logQueue) {
        return new RabbitNames(exchange, deliveryQueue, logQueue, deliveryQueue + ".dlq", logQueue + ".dlq");
    }
}
