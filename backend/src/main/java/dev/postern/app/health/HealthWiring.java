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
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** {@code /healthz}: 200 or 503, without credentials. */
@Configuration(proxyBeanMethods = false)
@EnableWebFluxSecurity
class HealthWiring {

    @Bean
    RouterFunction<ServerResponse> healthz(
            RedisConnection redis, LogProbe log, ObjectProvider<QueueProbe> queues, List<RoleWorker> workers) {
        List<Part> stores = new ArrayList<>();
        stores.add(Part.store("redis", redis.ping()));
        stores.add(Part.store(log.store(), log.probe()));
        queues.orderedStream().forEach(queue -> stores.add(Part.store(queue.server(), queue.probe())));
        return HealthCheck.routes(
                stores,
                workers.stream()
                        .filter(RoleWorker::wanted)
                        .map(worker -> Part.worker(worker.name() + "-worker", worker::state))
                        .toList());
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
}
