package dev.postern.app.health;

import dev.postern.app.wiring.LogProbe;
import dev.postern.app.wiring.QueueProbe;
import dev.postern.app.wiring.RoleWorker;
import dev.postern.redis.RedisConnection;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/**
 * {@code /healthz}: 200 or 503, without credentials. Ready is a process whose stores answer and whose workers run;
 * alive is one whose workers run, since a new process would not bring a store back.
 */
@Configuration(proxyBeanMethods = false)
@EnableWebFluxSecurity
class HealthWiring {

    @Bean
    RouterFunction<ServerResponse> healthz(
            RedisConnection redis, LogProbe log, ObjectProvider<QueueProbe> queues, List<RoleWorker> workers) {
        List<HealthCheck.Part> stores = new ArrayList<>();
        stores.add(new HealthCheck.Part("redis", redis.ping()));
        stores.add(new HealthCheck.Part(log.store(), log.probe()));
        queues.orderedStream().forEach(queue -> stores.add(new HealthCheck.Part(queue.server(), queue.probe())));
        List<HealthCheck.Part> loops = workers.stream()
                .filter(RoleWorker::wanted)
                .map(worker -> new HealthCheck.Part(worker.name() + "-worker", runs(worker)))
                .toList();
        List<HealthCheck.Part> all = new ArrayList<>(stores);
        all.addAll(loops);
        var ready = new HealthCheck(all);
        var alive = new HealthCheck(loops);
        return RouterFunctions.route()
                .GET("/healthz", request -> answer(ready))
                .GET("/healthz/ready", request -> answer(ready))
                .GET("/healthz/live", request -> answer(alive))
                .build();
    }

    private static Mono<ServerResponse> answer(HealthCheck check) {
        return check.look()
                .flatMap(report -> ServerResponse.status(report.isUp() ? 200 : 503)
                        .contentType(MediaType.APPLICATION_JSON)
                        .bodyValue(report));
    }

    /** Whoever asks whether we live has no credentials. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 5)
    SecurityWebFilterChain healthzSecurity(ServerHttpSecurity http) {
        return http.securityMatcher(new PathPatternParserServerWebExchangeMatcher("/healthz/**"))
                .csrf(ServerHttpSecurity.CsrfSpec::disable)
                .httpBasic(ServerHttpSecurity.HttpBasicSpec::disable)
                .formLogin(ServerHttpSecurity.FormLoginSpec::disable)
                .logout(ServerHttpSecurity.LogoutSpec::disable)
                .authorizeExchange(exchange -> exchange.anyExchange().permitAll())
                .build();
    }

    private static Mono<Void> runs(RoleWorker worker) {
        return Mono.defer(() -> worker.isRunning()
                ? Mono.empty()
                : Mono.error(new IllegalStateException(worker.role() + " does not run")));
    }
}
