package dev.postern.app.wiring;

import dev.postern.app.observed.Observed;
import dev.postern.app.observed.ObservedLogStore;
import dev.postern.app.settings.ClickHouseProperties;
import dev.postern.app.settings.LogProperties;
import dev.postern.app.settings.Role;
import dev.postern.app.settings.Settings;
import dev.postern.app.start.ReadyStores;
import dev.postern.delivery.DeliverySettings;
import dev.postern.delivery.RetryDispatchSettings;
import dev.postern.logstore.clickhouse.ClickHouseLogStore;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings.Limits;
import dev.postern.logstore.clickhouse.upkeep.ClickHouseUpkeep;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisRecord;
import dev.postern.retry.RetryPolicy;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The log in ClickHouse, over HTTP. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("postern.logs-to-clickhouse")
class ClickHouseWiring {

    @Bean
    ObservedLogStore logStore(ReadyStores stores, ClickHouseProperties settings, LogProperties log, Observed observed) {
        ClickHouseTarget server = server(stores);
        var store = new ClickHouseLogStore(new ClickHouseLogStoreSettings(
                server.http(),
                server.user(),
                server.password(),
                server.database(),
                server.tablePrefix(),
                new Limits(
                        settings.maxReads(),
                        settings.maxCounts(),
                        // As many as the log's workers write at a time.
                        log.maxConcurrency(),
                        settings.maxWaiting(),
                        settings.connectTimeout(),
                        settings.statementTimeout(),
                        settings.cachedStatements(),
                        settings.windowRows())));
        return observed.logStore(store, "clickhouse");
    }

    @Bean
    ClickHouseUpkeep clickHouseUpkeep(ReadyStores stores) {
        ClickHouseTarget server = server(stores);
        return new ClickHouseUpkeep(
                server.http(), server.user(), server.password(), server.database(), server.tablePrefix());
    }

    @Bean
    LogProbe logProbe(ClickHouseUpkeep clickHouse) {
        return new LogProbe("clickhouse", clickHouse.ping());
    }

    @Bean
    ClickHouseRetention clickHouseRetention(
            Settings all,
            ClickHouseUpkeep clickHouse,
            RedisConnection redis,
            ClickHouseProperties settings,
            RetryPolicy policy,
            DeliverySettings delivery,
            RetryDispatchSettings dispatch) {
        return new ClickHouseRetention(
                clickHouse,
                new RedisRecord(redis, ClickHouseRetention.RECORD),
                RetryReach.of(policy, delivery, dispatch),
                settings.logRetentionTtl(),
                all.has(Role.LOG));
    }

    private static ClickHouseTarget server(ReadyStores stores) {
        if (!(stores.log() instanceof ClickHouseTarget target)) {
            throw new IllegalStateException("the log is not in ClickHouse: " + stores.log());
        }
        return target;
    }
}
