/** The intake's adapter for RabbitMQ. */
@NullMarked
@NamedInterface("rabbitmq")
package dev.postern.intake.rabbitmq;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
