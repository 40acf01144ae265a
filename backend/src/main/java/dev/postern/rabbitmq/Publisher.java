package dev.postern.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Publishes on one thread and one channel, and waits for the broker's confirmation of each message. The thread
 * waits, and with it all who publish, while as many messages as may be are unconfirmed.
 */
final class Publisher implements AutoCloseable {

    private static final int MOST_BATCHES = 10_000;

    private final Link link;
    private final RabbitSettings settings;
    private final Scheduler thread = Schedulers.newBoundedElastic(1, MOST_BATCHES, "rabbitmq-publisher", 60, true);
    private final Scheduler breaker = Schedulers.newBoundedElastic(1, 1, "rabbitmq-breaker", 60, true);
    private final Semaphore room;

    /** Used by the publishing thread alone. */
    private @Nullable Outlet outlet;

    Publisher(Link link, RabbitSettings settings) {
        this.link = link;
        this.settings = settings;
        room = new Semaphore(settings.maxUnconfirmed());
    }

    Mono<Unpublished> publish(List<RabbitMessage> messages) {
        return Mono.defer(() -> {
            var batch = new Batch(messages);
            return Mono.fromRunnable(() -> send(batch))
                    .subscribeOn(thread)
                    .then(batch.answer())
                    .timeout(settings.confirmTimeout())
                    .onErrorResume(
                            TimeoutException.class, silence -> Mono.fromSupplier(() -> batch.unpublished(unanswered())))
                    .publishOn(Schedulers.parallel());
        });
    }

    @Override
    public void close() {
        link.close();
        thread.dispose();
        breaker.dispose();
    }

    /** A connection over which nothing is heard is made anew: it may be dead. One that is blocked is known to live. */
    private RabbitException unanswered() {
        String blocked = link.blocked();
        if (blocked != null) {
            return blocked(blocked);
        }
        try {
            breaker.schedule(link::abort);
        } catch (RejectedExecutionException e) {
            // It is being done.
        }
        return new RabbitException("RabbitMQ at %s did not confirm within %s (expected: a confirmation)"
                .formatted(settings.address(), settings.confirmTimeout()));
    }

    private void send(Batch batch) {
        try {
            String blocked = link.blocked();
            if (blocked != null) {
                throw blocked(blocked);
            }
            Outlet open = outlet();
            for (int i = 0; i < batch.messages.size(); i++) {
                if (!room.tryAcquire(settings.confirmTimeout().toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new RabbitException("RabbitMQ at %s leaves %d messages unconfirmed (expected: fewer)"
                            .formatted(settings.address(), settings.maxUnconfirmed()));
                }
                open.send(batch, i);
            }
        } catch (IOException | ShutdownSignalException e) {
            batch.failed(e instanceof RabbitException told ? told : link.failure(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            batch.failed(link.failure(e));
        }
    }

    private RabbitException blocked(String reason) {
        return new RabbitException(
                "RabbitMQ at %s takes no messages for now: %s".formatted(settings.address(), reason));
    }

    private Outlet outlet() throws RabbitException {
        Outlet current = outlet;
        if (current == null || !current.channel.isOpen()) {
            current = new Outlet(link.channel());
            current.open();
            outlet = current;
        }
        return current;
    }

    /** A channel and what is unconfirmed on it, by the numbers that the broker counts. */
    private final class Outlet {

        private final Channel channel;
        private final ConcurrentSkipListMap<Long, Sent> unconfirmed = new ConcurrentSkipListMap<>();

        Outlet(Channel channel) {
            this.channel = channel;
        }

        void open() throws RabbitException {
            try {
                channel.confirmSelect();
                channel.addConfirmListener(
                        (number, upTo) -> settle(number, upTo, sent -> sent.batch.confirmed(sent.index)),
                        (number, upTo) -> settle(number, upTo, sent -> sent.batch.refused()));
                // Comes before the confirmation of the same message.
                channel.addReturnListener(returned -> unroutable(
                        returned.getProperties().getMessageId(), returned.getRoutingKey(), returned.getReplyText()));
                channel.addShutdownListener(this::lost);
            } catch (IOException | ShutdownSignalException e) {
                throw link.failure(e);
            }
        }

        void send(Batch batch, int index) throws IOException {
            RabbitMessage message = batch.messages.get(index);
            long number = channel.getNextPublishSeqNo();
            unconfirmed.put(number, new Sent(batch, index));
            try {
                channel.basicPublish(
                        message.exchange(), message.routingKey(), true, message.properties(), message.body());
            } catch (IOException | RuntimeException e) {
                if (unconfirmed.remove(number) != null) {
                    room.release();
                }
                throw e;
            }
        }

        private void settle(long number, boolean upTo, Consumer<Sent> how) {
            if (!upTo) {
                Sent sent = unconfirmed.remove(number);
                if (sent != null) {
                    room.release();
                    how.accept(sent);
                }
                return;
            }
            for (Map.Entry<Long, Sent> entry = unconfirmed.firstEntry();
                    entry != null && entry.getKey() <= number;
                    entry = unconfirmed.firstEntry()) {
                settle(entry.getKey(), false, how);
            }
        }

        private void unroutable(String id, String routingKey, String why) {
            unconfirmed.values().stream()
                    .filter(sent -> sent.batch.messages.get(sent.index).id().equals(id))
                    .findFirst()
                    .ifPresent(sent -> sent.batch.failed(
                            new RabbitException("RabbitMQ has no queue for '%s' (%s)".formatted(routingKey, why))));
        }

        private void lost(ShutdownSignalException cause) {
            RabbitException failure = link.failure(cause);
            settle(Long.MAX_VALUE, true, sent -> sent.batch.failed(failure));
        }
    }

    private record Sent(Batch batch, int index) {}

    /** Messages that are answered for together. */
    private static final class Batch {

        private final List<RabbitMessage> messages;
        private final Sinks.One<Unpublished> answer = Sinks.one();
        private final BitSet confirmed = new BitSet();
        private int unanswered;

        Batch(List<RabbitMessage> messages) {
            this.messages = List.copyOf(messages);
            unanswered = messages.size();
            if (messages.isEmpty()) {
                answer.tryEmitValue(unpublished(null));
            }
        }

        Mono<Unpublished> answer() {
            return answer.asMono();
        }

        synchronized void confirmed(int index) {
            confirmed.set(index);
            answered();
        }

        synchronized void refused() {
            answered();
        }

        /** Whatever is unanswered stays so. */
        void failed(RabbitException failure) {
            answer.tryEmitValue(unpublished(failure));
        }

        synchronized Unpublished unpublished(@Nullable RabbitException failure) {
            List<RabbitMessage> rest = new ArrayList<>();
            for (int i = confirmed.nextClearBit(0); i < messages.size(); i = confirmed.nextClearBit(i + 1)) {
                rest.add(messages.get(i));
            }
            return new Unpublished(rest, failure);
        }

        private void answered() {
            if (--unanswered == 0) {
                answer.tryEmitValue(unpublished(null));
            }
        }
    }
}
