package dev.postern.quota.redis;

import dev.postern.servers.TestRedis;

class RedisQuotaStoreTest extends RedisQuotaStoreContract {

    RedisQuotaStoreTest() {
        super(TestRedis.settings());
    }
}
