package dev.postern.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import dev.postern.model.Outage;
import dev.postern.rabbitmq.RabbitConnection.Work;
import dev.postern.worker.Tries;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Consumes for one subscriber on a channel of its own. What concerns the channel happens on one worker, which may
 * block; what is handed out, on another, which may not. The broker sends little more than the subscriber has asked
 * for, and never more than the prefetch; what it hasn't asked for yet waits here.
 */
public final class RabbitConsumer {

    private static final Logger log = LoggerFactory.getLogger(RabbitConsumer.class);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final int MOST_DOUBLINGS = 6;

    private final Link link;
    private final Scheduler.Worker worker;
    private final Scheduler.Worker emitter = Schedulers.parallel().createWorker();
    private final RabbitSource source;
    private final int prefetch;
    private final Duration renewal;
    private final FluxSink<RabbitDelivery> sink;

    private final Queue<Arrived> waiting = new ConcurrentLinkedQueue<>();
    /** Handed out and not settled, over whatever connection it came. */
    private final AtomicInteger handedOut = new AtomicInteger();

    private final AtomicInteger unacknowledged = new AtomicInteger();

    private final Tries tries = new Tries();

    // The rest is the worker's alone.
    private final Set<Slot> unsettled = new HashSet<>();
    private Runnable ended = () -> {};
    private @Nullable Channel channel;
    /** All of this channel's. */
    private final List<String> tags = new ArrayList<>();

    private int cancellations;
    private int failures;
    private boolean idle;
    /** Whether the broker sends nothing any more. */
    private boolean quiet;

    private final Window window;

    private volatile boolean cancelled;
    private boolean over;

    RabbitConsumer(
            Link link,
            Scheduler.Worker worker,
            RabbitSource source,
            int prefetch,
            Duration renewal,
            FluxSink<RabbitDelivery> sink) {
        this.link = link;
        this.worker = worker;
        this.source = source;
        this.prefetch = prefetch;
        this.renewal = renewal;
        this.sink = sink;
        this.window = new Window(prefetch);
    }

    /** How many messages the broker has given to this consumer and not heard of again. */
    public int unacknowledged() {
        return unacknowledged.get();
    }

    /** Of these consumers' queue, since the first of them that can't consume it. */
    public static Optional<Outage> outage(Collection<RabbitConsumer> consumers) {
        return consumers.stream()
                .flatMap(consumer -> consumer.tries.outage().stream())
                .min(Comparator.comparing(Outage::since));
    }

    void start(Runnable whenEnded) {
        ended = whenEnded;
        sink.onDispose(() -> {
            cancelled = true;
            inTurn(this::cancel);
        });
        sink.onRequest(n -> {
            handOutSoon();
            if (window.missing(wanted()) > 0) {
                inTurn(this::widen);
            }
        });
        inTurn(this::consume);
        worker.schedulePeriodically(this::renew, renewal.toMillis(), renewal.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Settles a message on the channel that brought it. Completes once the broker was told. */
    Mono<Void> settle(Slot slot, Work how) {
        return Mono.<Void>create(done -> {
                    try {
                        worker.schedule(() -> {
                            try {
                                settleNow(slot, how);
                                done.success();
                            } catch (IOException | ShutdownSignalException e) {
                                done.error(e instanceof RabbitException told ? told : link.failure(e));
                            }
                        });
                    } catch (RejectedExecutionException e) {
                        done.error(new RabbitException("the consumer of '%s' has ended".formatted(source.queue()), e));
                    }
                })
                .publishOn(Schedulers.parallel());
    }

    private void settleNow(Slot slot, Work how) throws IOException {
        if (slot.handedOut) {
            slot.handedOut = false;
            handedOut.decrementAndGet();
            handOutSoon();
        }
        Channel current = channel;
        if (current == null || !unsettled.remove(slot)) {
            throw new RabbitException(
                    "the connection that brought a message of '%s' is gone: it comes again".formatted(source.queue()));
        }
        unacknowledged.decrementAndGet();
        try {
            how.on(current);
        } finally {
            endIfSettled();
        }
    }

    private void consume() {
        if (cancelled || over) {
            return;
        }
        source.prepare().subscribe(done -> {}, e -> inTurn(() -> tryAgain(e)), () -> inTurn(this::open));
    }

    private void open() {
        if (cancelled || over) {
            return;
        }
        try {
            Channel opened = link.channel();
            channel = opened;
            opened.addShutdownListener(cause -> lostSoon(opened, cause));
            widen(opened);
            if (failures > 0) {
                log.info("consuming again: queue={}", source.queue());
            }
            failures = 0;
            tries.succeeded();
        } catch (IOException | RuntimeException e) {
            tryAgain(e);
        }
    }

    private void widen() {
        Channel current = channel;
        if (current != null && !cancelled && !over) {
            try {
                widen(current);
            } catch (IOException | RuntimeException e) {
                tryAgain(e);
            }
        }
    }

    private void widen(Channel current) throws IOException {
        int more = window.missing(wanted());
        if (more > 0) {
            current.basicQos(more);
            tags.add(current.basicConsume(source.queue(), false, new Arrivals(current)));
            window.widen(more);
        }
    }

    /** How many messages the subscriber has in hand and has room for. */
    private long wanted() {
        return source.ahead()
                ? prefetch
                : Math.min(prefetch, handedOut.get() + Math.min(prefetch, sink.requestedFromDownstream()));
    }

    private void tryAgain(Throwable failure) {
        Channel broken = channel;
        forget();
        if (broken != null) {
            RabbitConnection.close(broken);
        }
        if (cancelled) {
            end();
            return;
        }
        tries.failed(failure);
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures++, MOST_DOUBLINGS));
        log.warn(
                "could not consume, trying again: queue={} in={} error={}",
                source.queue(),
                pause,
                (failure instanceof RabbitException ? failure : link.failure(failure)).getMessage());
        worker.schedule(this::consume, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Where nothing came for a while though there is something, because the queue is another one by now, or where it
     * is gone. A channel is not closed without need: what the broker is sending over it would count as returned.
     */
    private void renew() {
        Channel current = channel;
        if (idle
                && current != null
                && unsettled.isEmpty()
                && !cancelled
                && (window.isTooWide(wanted()) || isAstray())) {
            forget();
            RabbitConnection.close(current);
            consume();
        }
        idle = true;
    }

    private boolean isAstray() {
        Channel look;
        try {
            look = link.channel();
        } catch (RabbitException e) {
            // The connection is lost, which is noticed by itself.
            return false;
        }
        try {
            return look.messageCount(source.queue()) > 0;
        } catch (IOException | ShutdownSignalException e) {
            return true;
        } finally {
            RabbitConnection.close(look);
        }
    }

    /** The broker has taken back all that came over this channel. */
    private void forget() {
        channel = null;
        tags.clear();
        window.close();
        unsettled.clear();
        unacknowledged.set(0);
        waiting.clear();
    }

    private void lostSoon(Channel lost, Throwable cause) {
        inTurn(() -> {
            if (lost.equals(channel)) {
                tryAgain(cause);
            }
        });
    }

    private void arrived(Channel from, long number, BasicProperties properties, byte[] body) {
        if (!from.equals(channel)) {
            return;
        }
        idle = false;
        var slot = new Slot(number);
        var delivery = new RabbitDelivery(this, slot, properties, body);
        unsettled.add(slot);
        unacknowledged.incrementAndGet();
        if (cancelled) {
            giveBack(delivery);
            return;
        }
        waiting.add(new Arrived(slot, delivery));
        handOutSoon();
    }

    private void handOutSoon() {
        if (!waiting.isEmpty() && !cancelled) {
            try {
                emitter.schedule(this::handOut);
            } catch (RejectedExecutionException e) {
                // It was cancelled just now.
            }
        }
    }

    private void handOut() {
        while (!cancelled && sink.requestedFromDownstream() > 0 && handedOut.get() < prefetch) {
            Arrived next = waiting.poll();
            if (next == null) {
                return;
            }
            next.slot.handedOut = true;
            handedOut.incrementAndGet();
            sink.next(next.delivery);
        }
    }

    /** Takes no more, gives back what nobody has seen, and ends once the rest is settled or its time is over. */
    private void cancel() {
        Channel current = channel;
        if (current == null) {
            end();
            return;
        }
        try {
            for (String tag : List.copyOf(tags)) {
                current.basicCancel(tag);
            }
            for (Arrived arrived = waiting.poll(); arrived != null; arrived = waiting.poll()) {
                giveBack(arrived.delivery);
            }
        } catch (IOException | RuntimeException e) {
            log.debug("could not cancel in order: queue={}", source.queue(), e);
            quiet = true;
        }
        endIfSettled();
        if (!over) {
            worker.schedule(this::end, source.grace().toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /**
     * Not before the broker's last message is here: what it took back itself would count against the message. What it
     * sends in the moment in which it hears of the end, a quorum queue takes back by itself, and a RabbitMQ before 4
     * counts that like the return of a consumer that died: it marks both with the same number, and leaves no way to
     * stop it from sending but this one. So up to a prefetch of messages may count one failure each.
     */
    private void endIfSettled() {
        if (cancelled && quiet && unsettled.isEmpty()) {
            end();
        }
    }

    /** A message that nobody has seen. */
    void giveBack(RabbitDelivery delivery) {
        source.unseen()
                .apply(delivery)
                .subscribe(done -> {}, e -> log.debug("the broker takes a message back: queue={}", source.queue(), e));
    }

    private void end() {
        if (over) {
            return;
        }
        over = true;
        Channel current = channel;
        forget();
        if (current != null) {
            RabbitConnection.close(current);
        }
        ended.run();
        emitter.dispose();
        worker.dispose();
    }

    /** On the worker, unless this has ended: then the channel is closed, and the broker takes everything back. */
    private void inTurn(Runnable task) {
        try {
            worker.schedule(task);
        } catch (RejectedExecutionException e) {
            log.debug("a consumer has ended: queue={}", source.queue());
        }
    }

    private record Arrived(Slot slot, RabbitDelivery delivery) {}

    /** The place that a message takes up, by the number that the broker gave it on its channel. */
    static final class Slot {

        private final long tag;
        private volatile boolean handedOut;

        Slot(long tag) {
            this.tag = tag;
        }

        long tag() {
            return tag;
        }
    }

    /** What the broker sends over one channel. */
    private final class Arrivals extends DefaultConsumer {

        Arrivals(Channel from) {
            super(from);
        }

        @Override
        public void handleDelivery(String consumerTag, Envelope envelope, BasicProperties properties, byte[] body) {
            inTurn(() -> arrived(getChannel(), envelope.getDeliveryTag(), properties, body));
        }

        /** Comes after the last message. */
        @Override
        public void handleCancelOk(String consumerTag) {
            inTurn(() -> {
                if (getChannel().equals(channel)) {
                    quiet = ++cancellations >= tags.size();
                    endIfSettled();
                }
            });
        }

        /** The queue is gone. */
        @Override
        public void handleCancel(String consumerTag) {
            lostSoon(getChannel(), new RabbitException("the queue '%s' is gone".formatted(source.queue())));
        }
    }
}
