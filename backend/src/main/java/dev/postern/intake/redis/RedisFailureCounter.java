package dev.postern.intake.redis;

import dev.postern.intake.FailureCounter;
import dev.postern.redis.RedisConnection;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** In {@code publishmq:failures:…}, where an Outpost beside us counts too. */
public final class RedisFailureCounter implements FailureCounter {

    private static final Duration REMEMBERED = Duration.ofHours(24);

    private final RedisConnection redis;

    public RedisFailureCounter(RedisConnection redis) {
        this.redis = redis;
    }

    @Override
    public Mono<Long> failed(String messageKey) {
        String key = redis.key("publishmq:failures:" + messageKey);
        return Mono.defer(() -> redis.commands()
                .incr(key)
                .flatMap(count -> redis.commands().expire(key, REMEMBERED).thenReturn(count)));
    }
}
