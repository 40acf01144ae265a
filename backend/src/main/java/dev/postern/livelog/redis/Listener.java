package dev.postern.livelog.redis;

import dev.postern.livelog.Heard;
import dev.postern.livelog.LiveLogSettings;
import dev.postern.livelog.redis.NoticeText.Message;
import dev.postern.redis.RedisConnection;
import io.lettuce.core.SetArgs;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.FluxSink.OverflowStrategy;
import reactor.core.publisher.Mono;

/** One connection's ear: it fails where the connection does not answer, and is then to be replaced. */
final class Listener {

    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);
    private static final byte[] YES = RedisConnection.bytes("1");

    private final RedisConnection redis;
    private final RedisConnection.PubSub connection;
    private final Numbers numbers;
    private final LiveLogSettings settings;

    Listener(RedisConnection redis, RedisConnection.PubSub connection, Numbers numbers, LiveLogSettings settings) {
        this.redis = redis;
        this.connection = connection;
        this.numbers = numbers;
        this.settings = settings;
    }

    Flux<Heard> heard() {
        return Flux.create(this::listen, OverflowStrategy.IGNORE);
    }

    private void listen(FluxSink<Heard> sink) {
        connection.listen(new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, byte[] body) {
                hear(body, sink);
            }

            // Also after the connection came back: a Redis that was started anew has forgotten that we are here.
            @Override
            public void subscribed(String channel, long count) {
                signIfPossible().subscribe();
            }
        });
        // Who tells must know of us, or tells nothing of which a gap would show.
        Disposable listening = connection
                .subscribe(redis.key(RedisLiveLog.CHANNEL))
                .timeout(settings.patience())
                .then(sign())
                .subscribe(nothing -> {}, sink::error, () -> sink.next(new Heard.Listening()));
        // Lettuce connects again by itself where a connection broke; one that is silent it would never miss.
        Disposable signs = Flux.interval(settings.sign())
                .onBackpressureDrop()
                .concatMap(
                        tick -> connection.ping().timeout(settings.patience()).then(signIfPossible()))
                .subscribe(nothing -> {}, sink::error);
        sink.onDispose(Disposables.composite(listening, signs));
    }

    private Mono<Void> sign() {
        return Mono.defer(() -> redis.commands()
                        .set(redis.key(RedisLiveLog.WATCHED), YES, SetArgs.Builder.px(settings.presence())))
                .timeout(settings.patience())
                .then();
    }

    /** The one before still holds for a while, and the next comes soon. */
    private Mono<Void> signIfPossible() {
        return sign().onErrorResume(error -> {
            LOG.debug("Redis was not told that somebody watches", error);
            return Mono.empty();
        });
    }

    private void hear(byte[] body, FluxSink<Heard> sink) {
        Message message;
        try {
            message = NoticeText.read(RedisConnection.text(body));
        } catch (RuntimeException e) {
            LOG.warn(
                    "what came over the channel of the live log can't be read: {}",
                    e.getClass().getSimpleName());
            return;
        }
        if (numbers.gapBefore(message.from(), message.first(), message.notices().size())) {
            sink.next(new Heard.Gap());
        }
        sink.next(new Heard.Notices(message.notices()));
    }
}
