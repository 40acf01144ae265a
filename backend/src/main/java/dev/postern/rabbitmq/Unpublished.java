package dev.postern.rabbitmq;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is left of a publication.
 *
 * @param messages those that the broker didn't confirm, in their order
 * @param failure why; null where the broker refused them itself, because a queue may hold no more
 */
public record Unpublished(
        List<RabbitMessage> messages, @Nullable RabbitException failure) {

    public Unpublished {
        messages = List.copyOf(messages);
    }

    public boolean isNothing() {
        return messages.isEmpty();
    }
}
