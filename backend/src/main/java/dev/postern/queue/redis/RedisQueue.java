package dev.postern.queue.redis;

import dev.postern.model.Outage;
import dev.postern.model.Ranges;
import dev.postern.queue.BackPressure;
import dev.postern.queue.DeadLetters;
import dev.postern.queue.MessageCodec;
import dev.postern.queue.MessageQueue;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What all queues do. */
abstract sealed class RedisQueue<T> implements MessageQueue<T>
        permits RedisDeliveryQueue, RedisLogQueue, RedisOperatorEventQueue {

    private final RedisStream stream;
    private final MessageCodec<T> codec;

    RedisQueue(RedisStream stream, MessageCodec<T> codec) {
        this.stream = stream;
        this.codec = codec;
    }

    @Override
    public final Mono<Void> publish(List<T> messages) {
        List<T> batch = BackPressure.requireBatch(messages);
        if (batch.isEmpty()) {
            return Mono.empty();
        }
        return Mono.defer(() -> {
            List<byte[]> bodies = batch.stream().map(codec::encode).toList();
            return BackPressure.append(stream.name(), stream.settings(), stream.append(bodies));
        });
    }

    @Override
    public final Flux<Message<T>> consume(int prefetch) {
        Ranges.requireAtLeast("prefetch", prefetch, 1);
        return Flux.<Message<T>>create(sink -> new RedisConsumer<>(stream, codec, prefetch, sink).start())
                .doOnDiscard(RedisConsumer.Received.class, unseen -> unseen.giveBack());
    }

    @Override
    public final Optional<Outage> outage() {
        return stream.tries().outage();
    }

    @Override
    public final Mono<Long> depth() {
        return stream.length();
    }

    @Override
    public final Mono<Instant> oldest() {
        return stream.oldest();
    }

    @Override
    public final DeadLetters deadLetters() {
        return stream.deadLetters();
    }
}
