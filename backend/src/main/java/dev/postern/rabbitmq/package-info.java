/**
 * The connection to RabbitMQ: publishing that is confirmed, consuming that outlives the broker's restarts,
 * both on a few threads of their own. What the queues carry is the ports' affair.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "worker"})
package dev.postern.rabbitmq;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
