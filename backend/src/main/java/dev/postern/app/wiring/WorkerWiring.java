package dev.postern.app.wiring;

import dev.postern.app.settings.Role;
import dev.postern.app.settings.Settings;
import dev.postern.delivery.DeliveryHandler;
import dev.postern.delivery.DeliverySettings;
import dev.postern.delivery.DeliveryWorker;
import dev.postern.delivery.RetryDispatchSettings;
import dev.postern.delivery.RetryDispatcher;
import dev.postern.delivery.RetryWorker;
import dev.postern.delivery.lanes.Lanes;
import dev.postern.logbatch.LogBatchSettings;
import dev.postern.logbatch.LogBatcher;
import dev.postern.logbatch.LogWorker;
import dev.postern.parking.ParkingLot;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.LogQueue;
import dev.postern.tenantstore.TenantStore;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The workers, in the order in which they stop: first those that make deliveries, then the one that
 * writes them down.
 */
@Configuration(proxyBeanMethods = false)
class WorkerWiring {

    @Bean
    RoleWorker deliveryWorker(
            Settings settings,
            DeliveryQueue queue,
            ParkingLot lot,
            TenantStore tenants,
            DeliveryHandler handler,
            Lanes lanes,
            DeliverySettings delivery) {
        return new RoleWorker(
                Role.DELIVERY,
                settings,
                RoleWorker.MAKES_ENTRIES,
                new DeliveryWorker(queue, lot, tenants, handler, lanes, delivery));
    }

    @Bean
    RoleWorker retryWorker(Settings settings, RetryDispatcher dispatcher, RetryDispatchSettings retry) {
        return new RoleWorker(Role.RETRY, settings, RoleWorker.MAKES_ENTRIES, new RetryWorker(dispatcher, retry));
    }

    @Bean
    RoleWorker logWorker(Settings settings, LogQueue queue, LogBatcher batcher, LogBatchSettings log) {
        return new RoleWorker(Role.LOG, settings, RoleWorker.WRITES_ENTRIES, new LogWorker(queue, batcher, log));
    }
}
