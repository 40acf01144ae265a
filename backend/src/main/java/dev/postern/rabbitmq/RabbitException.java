package dev.postern.rabbitmq;

import java.io.IOException;

/** RabbitMQ is out of reach, or refuses what it is asked for. Trying again later is right. */
public final class RabbitException extends IOException {

    private static final long serialVersionUID = 1;

    public RabbitException(String message) {
        super(message);
    }

    public RabbitException(String message, Throwable cause) {
        super(message, cause);
    }
}
