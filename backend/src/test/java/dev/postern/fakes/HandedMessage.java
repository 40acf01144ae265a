package dev.postern.fakes;

import dev.postern.queue.MessageQueue.Message;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;

/** A message that remembers how it was settled. */
public final class HandedMessage<T> implements Message<T> {

    private final T body;
    private final int receives;
    private final AtomicInteger acks = new AtomicInteger();
    private final AtomicInteger nacks = new AtomicInteger();

    public HandedMessage(T body, int receives) {
        this.body = body;
        this.receives = receives;
    }

    public static <T> HandedMessage<T> first(T body) {
        return new HandedMessage<>(body, 1);
    }

    /** The same message, as it comes again. */
    public HandedMessage<T> again() {
        return new HandedMessage<>(body, receives + 1);
    }

    @Override
    public T body() {
        return body;
    }

    @Override
    public int receives() {
        return receives;
    }

    @Override
    public Mono<Void> ack() {
        return Mono.fromRunnable(acks::incrementAndGet);
    }

    @Override
    public Mono<Void> nack() {
        return Mono.fromRunnable(nacks::incrementAndGet);
    }

    /** {@code ack}, {@code nack}, {@code open}, or what should never be. */
    public String settled() {
        return switch (acks.get() * 10 + nacks.get()) {
            case 0 -> "open";
            case 10 -> "ack";
            case 1 -> "nack";
            default -> acks + " acks and " + nacks + " nacks";
        };
    }
}
