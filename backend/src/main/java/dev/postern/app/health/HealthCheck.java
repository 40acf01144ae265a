package dev.postern.app.health;

import dev.postern.app.health.Part.Standing;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Looks at parts side by side, and asks one thing of each. */
final class HealthCheck {

    private final List<Part> parts;
    private final Predicate<Standing> well;

    private HealthCheck(List<Part> parts, Predicate<Standing> well) {
        this.parts = List.copyOf(parts);
        this.well = well;
    }

    /**
     * Ready is a process whose stores answer and whose workers have work; alive is one whose workers do, or will as soon
     * as what they need is back, since a new process would not bring that back.
     */
    static RouterFunction<ServerResponse> routes(List<Part> stores, List<Part> workers) {
        var ready =
                new HealthCheck(Stream.concat(stores.stream(), workers.stream()).toList(), Standing::ready);
        var alive = new HealthCheck(workers, Standing::alive);
        return RouterFunctions.route()
                .GET("/healthz", request -> ready.answer())
                .GET("/healthz/ready", request -> ready.answer())
                .GET("/healthz/live", request -> alive.answer())
                .build();
    }

    /** 200 where all are well, else 503; with how each stands. */
    private Mono<ServerResponse> answer() {
        return Flux.fromIterable(parts)
                .flatMap(part -> part.standing().map(standing -> Map.entry(part.name(), standing)))
                .collectMap(Map.Entry::getKey, Map.Entry::getValue, TreeMap::new)
                .flatMap(standings -> {
                    boolean allWell = standings.values().stream().allMatch(well);
                    var texts = new TreeMap<String, String>();
                    standings.forEach((name, standing) -> texts.put(name, standing.text()));
                    return ServerResponse.status(allWell ? 200 : 503)
                            .contentType(MediaType.APPLICATION_JSON)
                            .bodyValue(new Report(allWell ? "up" : "down", texts));
                });
    }

    /**
     * The answer.
     *
     * @param status {@code up} where every part is well
     * @param parts how each stands, by name
     */
    record Report(String status, Map<String, String> parts) {}
}
