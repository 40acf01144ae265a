package dev.postern.app.metrics;

import dev.postern.alert.OperatorEvents;
import dev.postern.app.wiring.RoleWorker;
import dev.postern.delivery.lanes.Lanes;
import dev.postern.worker.WorkerState;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.PoolMetrics;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What this process has in hand. Looking costs no store anything. */
final class WorkMeters {

    private static final Tags LOG_POOL = Tags.of("name", "log");

    private final MeterRegistry registry;

    WorkMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    void lanes(Lanes lanes) {
        gauge(
                "postern.delivery.running",
                "Attempts that are being made",
                lanes,
                of -> of.load().running());
        gauge(
                "postern.delivery.waiting",
                "Deliveries in memory that wait for a slot or for their destination",
                lanes,
                of -> of.load().waiting());
        gauge(
                "postern.delivery.slots",
                "How many attempts may be made at once",
                lanes,
                of -> of.settings().slots());
        gauge(
                "postern.delivery.dead.destinations",
                "Destinations where nobody answered so often that nothing but a probe is sent there",
                lanes,
                of -> of.load().dead());
    }

    void lost(OperatorEvents events) {
        FunctionCounter.builder("postern.operator.events.lost", events, OperatorEvents::lost)
                .description("Operator events that were lost since they could not be queued")
                .register(registry);
    }

    /** One of a worker's states is 1, the others are 0. */
    void workers(List<RoleWorker> workers) {
        for (RoleWorker worker : workers.stream().filter(RoleWorker::wanted).toList()) {
            for (String state : List.of("up", "reconnecting", "draining", "stopped", "dead")) {
                Gauge.builder("postern.worker.state", worker, of -> state.equals(name(of.state())) ? 1 : 0)
                        .description("How a worker stands: 1 for its state, 0 for the others")
                        .tags("worker", worker.name(), "state", state)
                        .register(registry);
            }
        }
    }

    private static String name(WorkerState state) {
        return switch (state) {
            case WorkerState.Up up -> "up";
            case WorkerState.Reconnecting reconnecting -> "reconnecting";
            case WorkerState.Draining draining -> "draining";
            case WorkerState.Stopped stopped -> "stopped";
            case WorkerState.Dead dead -> "dead";
        };
    }

    /** Under the names that Spring Boot gives them. */
    void pool(ConnectionPool pool) {
        pool.getMetrics().ifPresent(metrics -> {
            pool("acquired", "Connections in use", metrics, PoolMetrics::acquiredSize);
            pool("allocated", "Connections that are open", metrics, PoolMetrics::allocatedSize);
            pool("idle", "Connections that are open and not in use", metrics, PoolMetrics::idleSize);
            pool("pending", "Those who wait for a connection", metrics, PoolMetrics::pendingAcquireSize);
            pool("max.allocated", "How many connections may be open", metrics, PoolMetrics::getMaxAllocatedSize);
        });
    }

    private void pool(String name, String help, PoolMetrics metrics, ToDoubleFunction<PoolMetrics> value) {
        Gauge.builder("r2dbc.pool." + name, metrics, value)
                .description(help)
                .baseUnit(BaseUnits.CONNECTIONS)
                .tags(LOG_POOL)
                .register(registry);
    }

    private <T> void gauge(String name, String help, T of, ToDoubleFunction<T> value) {
        Gauge.builder(name, of, value).description(help).register(registry);
    }
}
