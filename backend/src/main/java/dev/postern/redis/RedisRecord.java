package dev.postern.redis;

import reactor.core.publisher.Mono;

/** One short text that every process of the deployment shares. */
public final class RedisRecord {

    private final RedisConnection redis;
    private final String key;

    /** @param name of the key, without the deployment's prefix */
    public RedisRecord(RedisConnection redis, String name) {
        this.redis = redis;
        this.key = redis.key(name);
    }

    /** The text; empty where none was ever set. */
    public Mono<String> get() {
        return Mono.defer(() -> redis.commands().get(key)).map(RedisConnection::text);
    }

    public Mono<Void> set(String text) {
        return Mono.defer(() -> redis.commands().set(key, RedisConnection.bytes(text)))
                .then();
    }
}
