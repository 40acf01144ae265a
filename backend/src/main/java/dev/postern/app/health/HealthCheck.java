package dev.postern.app.health;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Looks at every part, side by side. */
final class HealthCheck {

    private static final Duration DEADLINE = Duration.ofSeconds(2);

    private final List<Part> parts;

    HealthCheck(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /** The state of every part; at the longest within two seconds. */
    Mono<Report> look() {
        return Flux.fromIterable(parts)
                .flatMap(part -> part.probe()
                        .then(Mono.just(Map.entry(part.name(), "up")))
                        .timeout(DEADLINE)
                        .onErrorReturn(Map.entry(part.name(), "down")))
                .collectMap(Map.Entry::getKey, Map.Entry::getValue, TreeMap::new)
                .map(states -> new Report(states.containsValue("down") ? "down" : "up", states));
    }

    /**
     * A store or a worker.
     *
     * @param probe completes where it is well, fails where it is not
     */
    record Part(String name, Mono<Void> probe) {}

    /**
     * How it stands.
     *
     * @param status {@code up} where every part is
     * @param parts {@code up} or {@code down} by name
     */
    record Report(String status, Map<String, String> parts) {

        boolean isUp() {
            return status.equals("up");
        }
    }
}
