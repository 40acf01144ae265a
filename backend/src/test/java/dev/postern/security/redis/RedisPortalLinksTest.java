package dev.postern.security.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.redis.RedisConnection;
import dev.postern.security.LinkCodes;
import dev.postern.security.PortalLinks;
import dev.postern.security.PortalLinksContract;
import dev.postern.servers.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedisPortalLinksTest extends PortalLinksContract {

    private final RedisConnection redis = TestRedis.connect();
    private final PortalLinks links = new RedisPortalLinks(redis, clock);

    @Override
    protected PortalLinks links() {
        return links;
    }

    @AfterEach
    void close() {
        redis.close();
    }

    /** Somebody reads a backup of Redis: no link can be made of it, and none stays for long. */
    @Test
    void issue_storesTheDigestWithATimeToLive() {
        var link = issue();
        String key = redis.key("postern:portal_link:" + LinkCodes.digest(link.code()));

        assertThat(redis.commands().pttl(key).block()).isBetween(1L, PortalLinks.LIFETIME.toMillis());
        assertThat(redis.commands().get(key).map(RedisConnection::text).block())
                .contains("acme")
                .doesNotContain(link.code());
    }
}
