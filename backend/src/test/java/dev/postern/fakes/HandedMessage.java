package dev.postern.fakes;

import dev.postern.queue.MessageQueue.Message;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;

/** A message that remembers how it was settled. */
public final class HandedMessage<T> implements Message<T> {

    private final T body;
    private final int receives;
    private final AtomicInteger acks = new AtomicInteger();
    private final AtomicInteger nacks = new AtomicInteger();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final List<String> setAside = new CopyOnWriteArrayList<>();

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
    public int failures() {
        return receives - 1;
    }

    @Override
    public Mono<Void> ack() {
        return Mono.fromRunnable(acks::incrementAndGet);
    }

    @Override
    public Mono<Void> nack() {
        return Mono.fromRunnable(nacks::incrementAndGet);
    }

    @Override
    public Mono<Void> fail(String reason) {
        return Mono.fromRunnable(() -> failures.add(reason));
    }

    @Override
    public Mono<Void> setAside(String reason) {
        return Mono.fromRunnable(() -> setAside.add(reason));
    }

    /** Why it was set aside or failed; empty where it wasn't. */
    public String reason() {
        return String.join(", ", failures) + String.join(", ", setAside);
    }

    /** {@code ack}, {@code nack}, {@code fail}, {@code aside}, {@code open}, or what should never be. */
    public String settled() {
        return switch (acks.get() * 1000 + nacks.get() * 100 + failures.size() * 10 + setAside.size()) {
            case 0 -> "open";
            case 1000 -> "ack";
            case 100 -> "nack";
            case 10 -> "fail";
            case 1 -> "aside";
            default ->
                "%d acks, %d nacks, %d failures, %d times aside"
                        .formatted(acks.get(), nacks.get(), failures.size(), setAside.size());
        };
    }
}
