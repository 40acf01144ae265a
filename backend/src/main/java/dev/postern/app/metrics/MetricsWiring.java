package dev.postern.app.metrics;

import dev.postern.alert.OperatorEvents;
import dev.postern.app.embedded.Secrets;
import dev.postern.app.observed.Observed;
import dev.postern.app.settings.CoreProperties;
import dev.postern.app.settings.ObservabilityProperties;
import dev.postern.app.settings.Settings;
import dev.postern.app.traces.Traces;
import dev.postern.app.wiring.RoleWorker;
import dev.postern.delivery.lanes.Lanes;
import dev.postern.security.OperatorKey;
import dev.postern.security.SecuritySettings;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.r2dbc.pool.ConnectionPool;
import java.time.Clock;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

/** The metrics of any process, whatever its roles. */
@Configuration(proxyBeanMethods = false)
class MetricsWiring {

    @Bean
    PrometheusMeterRegistry meterRegistry() {
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    }

    @Bean
    Observed observed(PrometheusMeterRegistry registry, ObjectProvider<Traces> traces, Clock clock) {
        return new Observed(registry, traces.getIfAvailable(() -> Traces.OFF), clock);
    }

    @Bean
    RequestMeters requestMeters(PrometheusMeterRegistry registry, ObservabilityProperties settings) {
        return new RequestMeters(registry, settings.maxOperations());
    }

    @Bean
    LoaderMeters loaderMeters(PrometheusMeterRegistry registry) {
        return new LoaderMeters(registry);
    }

    @Bean
    LoggedLines loggedLines(PrometheusMeterRegistry registry) {
        return LoggedLines.of(registry);
    }

    @Bean
    ProcessMeters processMeters(PrometheusMeterRegistry registry, ReactorResourceFactory reactor) {
        return new ProcessMeters(registry, reactor);
    }

    @Bean
    WorkMeters workMeters(
            PrometheusMeterRegistry registry,
            Lanes lanes,
            OperatorEvents events,
            List<RoleWorker> workers,
            ObjectProvider<ConnectionPool> pools) {
        var meters = new WorkMeters(registry);
        meters.lanes(lanes);
        meters.lost(events);
        meters.workers(workers);
        pools.ifAvailable(meters::pool);
        return meters;
    }

    @Bean
    RouterFunction<ServerResponse> metrics(PrometheusMeterRegistry registry, Settings settings, Secrets secrets) {
        var key = settings.metricsAccess() == ObservabilityProperties.Access.OPEN
                ? null
                : new OperatorKey(new SecuritySettings(
                        secrets.apiKey(),
                        secrets.jwtSecret(),
                        settings.get(CoreProperties.class).deploymentId()));
        return RouterFunctions.route()
                .GET("/metrics", new MetricsPage(registry, key)::handle)
                .build();
    }

    /** The page itself asks for the operator's key, in processes too that know of no other viewers. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 6)
    SecurityWebFilterChain metricsSecurity(ServerHttpSecurity http) {
        return http.securityMatcher(new PathPatternParserServerWebExchangeMatcher("/metrics"))
                .csrf(ServerHttpSecurity.CsrfSpec::disable)
                .httpBasic(ServerHttpSecurity.HttpBasicSpec::disable)
                .formLogin(ServerHttpSecurity.FormLoginSpec::disable)
                .logout(ServerHttpSecurity.LogoutSpec::disable)
                .authorizeExchange(exchange -> exchange.anyExchange().permitAll())
                .build();
    }
}
