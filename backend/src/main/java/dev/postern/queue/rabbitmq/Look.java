package dev.postern.queue.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import dev.postern.rabbitmq.RabbitException;
import dev.postern.rabbitmq.RabbitMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** One look at all letters of a queue. They are taken, and not acknowledged: if we die, they are back. It blocks. */
final class Look {

    /**
     * Brokers from 4.0 on drop what was put back 20 times, where the queue doesn't say otherwise. Well before that, a
     * look that changes nothing sends a letter anew, so that it counts from 0.
     */
    private static final int MOST_RETURNS = 10;

    private static final long CONFIRM_MS = 30_000;
    private static final long PAUSE_MS = 2;
    private static final int MOST_PAUSES = 1_000;

    private final Channel channel;
    private final Place place;
    private final boolean changes;
    private final List<Long> renewed = new ArrayList<>();
    private final AtomicBoolean unroutable = new AtomicBoolean();
    private boolean confirms;
    private long held;

    /** @param changes whether letters may be forgotten */
    Look(Channel channel, Place place, boolean changes) {
        this.channel = channel;
        this.place = place;
        this.changes = changes;
    }

    Channel channel() {
        return channel;
    }

    /** Once for a look, the oldest first. */
    void forEach(Consumer<Letter> what) throws IOException {
        for (long left = channel.messageCount(place.deadLetters()); left > 0; left--) {
            GetResponse found = channel.basicGet(place.deadLetters(), false);
            if (found == null) {
                return;
            }
            held++;
            Letter letter = Letter.read(found);
            if (!changes && letter.returns() >= MOST_RETURNS) {
                send(letter.copy(place));
                renewed.add(letter.tag());
            }
            what.accept(letter);
        }
    }

    List<Letter> find(Set<String> ids) throws IOException {
        List<Letter> found = new ArrayList<>();
        forEach(letter -> {
            if (ids.contains(letter.id())) {
                found.add(letter);
            }
        });
        return found;
    }

    /** Sends messages, and waits until they are safe. */
    void publish(List<RabbitMessage> messages) throws IOException {
        for (RabbitMessage message : messages) {
            send(message);
        }
        awaitConfirms();
    }

    private void send(RabbitMessage message) throws IOException {
        if (!confirms) {
            channel.confirmSelect();
            channel.addReturnListener(returned -> unroutable.set(true));
            confirms = true;
        }
        channel.basicPublish(message.exchange(), message.routingKey(), true, message.properties(), message.body());
    }

    private void awaitConfirms() throws IOException {
        if (!confirms) {
            return;
        }
        try {
            channel.waitForConfirmsOrDie(CONFIRM_MS);
        } catch (TimeoutException e) {
            throw new RabbitException("RabbitMQ did not confirm within %d ms".formatted(CONFIRM_MS), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RabbitException("interrupted", e);
        }
        if (unroutable.get()) {
            throw new RabbitException("RabbitMQ has no queue for '%s'".formatted(place));
        }
    }

    void forget(List<Letter> letters) throws IOException {
        for (Letter letter : letters) {
            channel.basicAck(letter.tag(), false);
        }
        held -= letters.size();
    }

    /** Puts back what wasn't forgotten, and waits until it can be seen there. */
    void putBack() throws IOException {
        if (!renewed.isEmpty()) {
            awaitConfirms();
            for (long tag : renewed) {
                channel.basicAck(tag, false);
            }
            // Their copies are there in their place.
        }
        if (held == 0) {
            return;
        }
        channel.basicNack(0, true, true);
        try {
            for (int i = 0; i < MOST_PAUSES && channel.messageCount(place.deadLetters()) < held; i++) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
