package dev.postern.livelog.redis;

import dev.postern.livelog.LiveLogSettings;
import dev.postern.livelog.LogNotice;
import dev.postern.livelog.redis.NoticeText.Message;
import dev.postern.redis.RedisConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Tells batch after batch. Notices are numbered whether they are sent or not, so that a gap shows to whoever heard what came
 * before it.
 */
final class Teller implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Teller.class);

    private final RedisConnection redis;
    private final LiveLogSettings settings;
    private final String from = UUID.randomUUID().toString();
    private final Sinks.Many<Message> batches;
    private final Disposable telling;
    private long next;

    Teller(RedisConnection redis, LiveLogSettings settings) {
        this.redis = redis;
        this.settings = settings;
        this.batches = Sinks.many().unicast().onBackpressureBuffer(new ArrayBlockingQueue<>(settings.waiting()));
        this.telling = batches.asFlux().concatMap(this::tell, 1).subscribe();
    }

    synchronized void tell(List<LogNotice> notices) {
        // What finds no room is missed by its numbers.
        batches.tryEmitNext(new Message(from, next, notices));
        next += notices.size();
    }

    private Mono<Void> tell(Message batch) {
        return Mono.defer(() -> redis.commands().exists(redis.key(RedisLiveLog.WATCHED)))
                .filter(watched -> watched > 0)
                .flatMapMany(watched -> Flux.fromIterable(messages(batch)))
                .concatMap(
                        message -> redis.commands()
                                .publish(
                                        redis.key(RedisLiveLog.CHANNEL),
                                        RedisConnection.bytes(NoticeText.write(message))),
                        1)
                .then()
                .timeout(settings.patience())
                .onErrorResume(error -> {
                    LOG.debug("{} notices were not told", batch.notices().size(), error);
                    return Mono.empty();
                });
    }

    private List<Message> messages(Message batch) {
        List<Message> messages = new ArrayList<>();
        for (int at = 0; at < batch.notices().size(); at += settings.message()) {
            int end = Math.min(batch.notices().size(), at + settings.message());
            messages.add(new Message(
                    batch.from(), batch.first() + at, batch.notices().subList(at, end)));
        }
        return messages;
    }

    @Override
    public void close() {
        telling.dispose();
    }
}
