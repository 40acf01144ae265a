package dev.postern.queue.redis;

import dev.postern.queue.DeadLetter.Cause;
import dev.postern.queue.MessageCodec;
import dev.postern.queue.MessageQueue.Message;
import dev.postern.queue.redis.RedisStream.StreamEntry;
import dev.postern.redis.RedisConnection.Dedicated;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

/**
 * Reads for one subscriber, on a connection of its own, never more than it asks for or may have in
 * hand. One read at a time is under way: each ends by starting the next, unless there is no room; then
 * an acknowledgement or a request does.
 */
final class RedisConsumer<T> {

    private static final Logger log = LoggerFactory.getLogger(RedisConsumer.class);

    private final RedisStream stream;
    private final MessageCodec<T> codec;
    private final int prefetch;
    private final FluxSink<Message<T>> sink;
    private final String name = "c-" + UUID.randomUUID();
    private final Set<String> inHand = ConcurrentHashMap.newKeySet();
    private final ReadPace pace;
    private final Scheduler scheduler = Schedulers.parallel();
    private final Disposable.Composite background = Disposables.composite();
    /** Set until the connection stands, and while a read is under way. */
    private final AtomicBoolean busy = new AtomicBoolean(true);

    private volatile @Nullable Dedicated connection;
    private volatile boolean closed;

    RedisConsumer(RedisStream stream, MessageCodec<T> codec, int prefetch, FluxSink<Message<T>> sink) {
        this.stream = stream;
        this.codec = codec;
        this.prefetch = prefetch;
        this.sink = sink;
        pace = new ReadPace(stream.settings());
    }

    void start() {
        sink.onDispose(this::close);
        sink.onRequest(n -> read());
        background.add(Flux.interval(pace.refreshEvery())
                .onBackpressureDrop()
                .concatMap(tick -> refresh())
                .subscribe());
        connect().subscribe(this::connected);
    }

    private Mono<Dedicated> connect() {
        return Mono.fromCallable(stream::dedicated)
                .subscribeOn(Schedulers.boundedElastic())
                .retryWhen(Retry.from(failures -> failures.takeWhile(failure -> !closed)
                        .concatMap(failure -> pause(failure.failure()).thenReturn(true))));
    }

    private void connected(Dedicated opened) {
        connection = opened;
        stream.createGroup()
                .then(stream.forgetIdle(name))
                .onErrorResume(this::recover)
                .doFinally(signal -> readOn())
                .subscribe();
    }

    private void readOn() {
        busy.set(false);
        if (closed) {
            close();
        } else {
            read();
        }
    }

    private void read() {
        Dedicated opened = connection;
        if (opened == null || room() <= 0 || !busy.compareAndSet(false, true)) {
            return;
        }
        if (closed) {
            leave();
            return;
        }
        Mono<Void> claim = pace.claimDue() ? handOut(stream.claim(name, room())) : Mono.empty();
        Mono<Void> fresh = Mono.defer(
                () -> room() <= 0 ? Mono.empty() : handOut(stream.read(opened, name, room(), pace.longestRead())));
        Mono<Void> forget = pace.forgettingDue() ? stream.forgetDead() : Mono.empty();
        claim.then(fresh)
                .then(forget)
                .doOnSuccess(done -> {
                    pace.succeeded();
                    stream.tries().succeeded();
                })
                .onErrorResume(this::recover)
                .doFinally(signal -> readOn())
                .subscribe();
    }

    private int room() {
        return (int) Math.min(prefetch - inHand.size(), sink.requestedFromDownstream());
    }

    private Mono<Void> handOut(Mono<List<StreamEntry>> entries) {
        return entries.publishOn(scheduler)
                .flatMapIterable(list -> list)
                .concatMap(this::handOut)
                .then();
    }

    private Mono<Void> handOut(StreamEntry entry) {
        if (closed) {
            return stream.giveBack(name, entry.id());
        }
        T body;
        try {
            body = decode(entry);
        } catch (RuntimeException e) {
            return stream.setAside(entry.id(), Cause.UNDECODABLE, String.valueOf(e.getMessage()))
                    .publishOn(scheduler);
        }
        // Claimed from ourselves, after a pause as long as the visibility time: it is being worked on.
        if (inHand.add(entry.id())) {
            sink.next(new Received(entry, body));
        }
        return Mono.empty();
    }

    private T decode(StreamEntry entry) {
        byte[] body = entry.body();
        if (body == null) {
            throw new IllegalArgumentException(
                    "entry without a body (expected: a field named " + RedisStream.BODY + ")");
        }
        return codec.decode(body);
    }

    /** The group may be gone with the data: it is made again. Whatever it is, some time passes first. */
    private Mono<Void> recover(Throwable error) {
        return closed ? Mono.empty() : pause(error).then(stream.createGroup()).onErrorComplete();
    }

    private Mono<Long> pause(Throwable error) {
        Duration pause = pace.failed();
        stream.tries().failed(error);
        log.warn("Could not read, trying again: queue={} in={} error={}", stream.name(), pause, error.toString());
        return Mono.delay(pause, scheduler);
    }

    private Mono<Void> refresh() {
        List<String> ids = List.copyOf(inHand);
        return ids.isEmpty()
                ? Mono.empty()
                : stream.refresh(name, ids).onErrorResume(e -> {
                    log.warn("Could not keep messages in hand: queue={} error={}", stream.name(), e.toString());
                    return Mono.empty();
                });
    }

    /** A read that is under way ends soon, gives back what it brings, and leaves; else it is done here. */
    private void close() {
        closed = true;
        background.dispose();
        if (busy.compareAndSet(false, true)) {
            leave();
        }
    }

    private void leave() {
        Dedicated opened = connection;
        Mono<Void> closing = opened == null || !opened.connection().isOpen()
                ? Mono.empty()
                : Mono.fromCompletionStage(() -> opened.connection().closeAsync());
        closing.onErrorComplete().then(forgetIfIdle()).subscribe();
    }

    private Mono<Void> forgetIfIdle() {
        return Mono.defer(() -> inHand.isEmpty() ? stream.forgetIdle(name) : Mono.empty())
                .onErrorComplete();
    }

    private void letGo(String id) {
        inHand.remove(id);
        if (closed) {
            forgetIfIdle().subscribe();
        } else {
            read();
        }
    }

    /** An entry on its way out, and in hand. */
    final class Received implements Message<T> {

        private final StreamEntry entry;
        private final T body;

        Received(StreamEntry entry, T body) {
            this.entry = entry;
            this.body = body;
        }

        @Override
        public T body() {
            return body;
        }

        @Override
        public int receives() {
            return entry.receives();
        }

        @Override
        public int failures() {
            return entry.failures();
        }

        @Override
        public Mono<Void> ack() {
            return settle(stream.delete(entry.id()));
        }

        @Override
        public Mono<Void> nack() {
            return settle(stream.refuse(name, entry.id()));
        }

        @Override
        public Mono<Void> fail(String reason) {
            return settle(stream.fail(name, entry.id(), reason));
        }

        @Override
        public Mono<Void> setAside(String reason) {
            return settle(stream.setAside(entry.id(), Cause.REFUSED, reason));
        }

        /** It was cancelled while this was on its way. */
        void giveBack() {
            settle(stream.giveBack(name, entry.id()))
                    .subscribe(
                            done -> {},
                            e -> log.warn(
                                    "Could not give a message back: queue={} error={}", stream.name(), e.toString()));
        }

        private Mono<Void> settle(Mono<Void> step) {
            return step.doFinally(signal -> letGo(entry.id()));
        }
    }
}
