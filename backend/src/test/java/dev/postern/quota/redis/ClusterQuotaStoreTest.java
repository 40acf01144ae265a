package dev.postern.quota.redis;

import dev.postern.servers.TestRedisCluster;

class ClusterQuotaStoreTest extends RedisQuotaStoreContract {

    ClusterQuotaStoreTest() {
        super(TestRedisCluster.settings());
    }
}
