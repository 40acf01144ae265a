/** Queues on RabbitMQ. */
@NullMarked
@NamedInterface("rabbitmq")
package dev.postern.queue.rabbitmq;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
