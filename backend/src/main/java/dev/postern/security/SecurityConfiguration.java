package dev.postern.security;

import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.context.NoOpServerSecurityContextRepository;
import org.springframework.security.web.server.savedrequest.NoOpServerRequestCache;

/**
 * Guards {@code /graphql} and what lies under it, and nothing else: every request carries its own
 * bearer credentials (a WebSocket may bring its own later), no session and no cookie is made or read, so nothing can be forged across sites.
 * Needs beans of {@link SecuritySettings}, {@link PortalLinks}, {@link TenantDirectory} and {@link Clock}.
 */
@Configuration(proxyBeanMethods = false)
public class SecurityConfiguration {

    @Bean
    Credentials credentials(SecuritySettings settings, PortalLinks links, TenantDirectory tenants, Clock clock) {
        return new Credentials(settings, links, tenants, clock);
    }

    @Bean
    TenantTokens tenantTokens(SecuritySettings settings, Clock clock) {
        return new TenantTokens(settings, clock);
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    SecurityWebFilterChain graphQlSecurity(ServerHttpSecurity http, Credentials credentials) {
        return http.securityMatcher(new GraphQlPaths())
                .securityContextRepository(NoOpServerSecurityContextRepository.getInstance())
                .requestCache(cache -> cache.requestCache(NoOpServerRequestCache.getInstance()))
                .csrf(ServerHttpSecurity.CsrfSpec::disable)
                .httpBasic(ServerHttpSecurity.HttpBasicSpec::disable)
                .formLogin(ServerHttpSecurity.FormLoginSpec::disable)
                .logout(ServerHttpSecurity.LogoutSpec::disable)
                .anonymous(ServerHttpSecurity.AnonymousSpec::disable)
                .addFilterAt(new BearerFilter(credentials), SecurityWebFiltersOrder.AUTHENTICATION)
                .authorizeExchange(exchange -> exchange.matchers(new SocketUpgrades())
                        .permitAll()
                        .anyExchange()
                        .authenticated())
                .build();
    }
}
