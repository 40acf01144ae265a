package dev.postern.app.observed;

import dev.postern.queue.MessageQueue.Message;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/** A message in hand that says how it was settled, once it is. */
final class ObservedMessage<T> implements Message<T> {

    private final Message<T> message;
    private final T body;
    private final Consumer<String> settled;

    ObservedMessage(Message<T> message, T body, Consumer<String> settled) {
        this.message = message;
        this.body = body;
        this.settled = settled;
    }

    @Override
    public T body() {
        return body;
    }

    @Override
    public int receives() {
        return message.receives();
    }

    @Override
    public int failures() {
        return message.failures();
    }

    @Override
    public Mono<Void> ack() {
        return told("ack", message.ack());
    }

    @Override
    public Mono<Void> nack() {
        return told("nack", message.nack());
    }

    @Override
    public Mono<Void> fail(String reason) {
        return told("fail", message.fail(reason));
    }

    @Override
    public Mono<Void> setAside(String reason) {
        return told("set_aside", message.setAside(reason));
    }

    private Mono<Void> told(String how, Mono<Void> step) {
        return step.doOnSuccess(done -> settled.accept(how));
    }
}
