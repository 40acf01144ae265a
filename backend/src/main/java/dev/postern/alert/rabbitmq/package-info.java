/** Operator events as messages of RabbitMQ. */
@NullMarked
@NamedInterface("rabbitmq")
package dev.postern.alert.rabbitmq;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
