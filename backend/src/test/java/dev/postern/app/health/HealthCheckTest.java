package dev.postern.app.health;

import dev.postern.model.Outage;
import dev.postern.worker.WorkerLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class HealthCheckTest {

    private static final Part STORE = Part.store("redis", Mono.empty());

    private final AtomicReference<@Nullable Outage> outage = new AtomicReference<>();
    private final Sinks.Empty<Void> bug = Sinks.empty();
    private final WorkerLoop loop = new WorkerLoop(
            "test",
            Duration.ofSeconds(20),
            signals -> Mono.firstWithSignal(bug.asMono(), Mono.never()),
            () -> Optional.ofNullable(outage.get()));

    @Test
    void worker_thatWorks_isUp() {
        loop.start();
        expect("/healthz", 200, "up", "up");
        expect("/healthz/ready", 200, "up", "up");
        expect("/healthz/live", 200, "up", "up");
    }

    /** Redis is being restarted: to restart every process as well would make it worse. */
    @Test
    void worker_thatHasLostItsConnection_isUnreadyAndAlive() {
        loop.start();
        outage.set(new Outage(Instant.parse("2026-03-01T12:00:00.123Z"), "ConnectException"));
        String since = "reconnecting since 2026-03-01T12:00:00Z (ConnectException)";
        expect("/healthz", 503, "down", since);
        expect("/healthz/ready", 503, "down", since);
        expect("/healthz/live", 200, "up", since);
        outage.set(null);
        expect("/healthz/ready", 200, "up", "up");
    }

    /** A bug of ours: nothing but a restart of the process helps. */
    @Test
    void worker_whoseLoopDied_isNotAlive() {
        loop.start();
        bug.tryEmitError(new IllegalStateException("bug with a s3cret"));
        expect("/healthz/live", 503, "down", "dead");
        expect("/healthz/ready", 503, "down", "dead");
    }

    /** A rolling restart: no more work for it, and no hurry. */
    @Test
    void worker_thatIsStopping_isUnreadyAndAlive() {
        loop.start();
        loop.stop().subscribe();
        expect("/healthz/ready", 503, "down", "draining");
        expect("/healthz/live", 200, "up", "draining");
    }

    @Test
    void worker_thatWasNeverStarted_isNotAlive() {
        expect("/healthz/live", 503, "down", "stopped");
    }

    /** A store hangs: who asks has an answer all the same, and no text of the store's. */
    @Test
    void store_thatIsAway_isUnready() {
        Part hanging = Part.store("hanging", Mono.never());
        Part failing = Part.store("failing", Mono.error(new IllegalStateException("s3cret")));
        client(List.of(STORE, hanging, failing), List.of())
                .get()
                .uri("/healthz")
                .exchange()
                .expectStatus()
                .isEqualTo(503)
                .expectBody()
                .json("{\"status\":\"down\",\"parts\":{\"redis\":\"up\",\"hanging\":\"down\",\"failing\":\"down\"}}");
    }

    private void expect(String path, int status, String overall, String worker) {
        client(List.of(STORE), List.of(Part.worker("test-worker", loop::state)))
                .get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isEqualTo(status)
                .expectBody()
                .jsonPath("$.status")
                .isEqualTo(overall)
                .jsonPath("$.parts['test-worker']")
                .isEqualTo(worker);
    }

    private static WebTestClient client(List<Part> stores, List<Part> workers) {
        return WebTestClient.bindToRouterFunction(HealthCheck.routes(stores, workers))
                .build();
    }
}
