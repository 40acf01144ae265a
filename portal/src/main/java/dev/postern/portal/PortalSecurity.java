package dev.postern.portal;

import dev.postern.portal.page.Pages;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authorization.ServerAccessDeniedHandler;
import org.springframework.security.web.server.context.NoOpServerSecurityContextRepository;
import org.springframework.security.web.server.csrf.XorServerCsrfTokenRequestAttributeHandler;
import org.springframework.security.web.server.header.ReferrerPolicyServerHttpHeadersWriter.ReferrerPolicy;
import org.springframework.security.web.server.savedrequest.NoOpServerRequestCache;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;
import org.springframework.web.reactive.result.view.ViewResolver;

/** The headers of every page, and the token in every form. Who may see what is the gateway's to say. */
@Configuration(proxyBeanMethods = false)
@EnableWebFluxSecurity
class PortalSecurity {

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 10)
    SecurityWebFilterChain portalFilterChain(ServerHttpSecurity http, ServerAccessDeniedHandler portalCsrfRefusal) {
        return http.securityMatcher(new PathPatternParserServerWebExchangeMatcher("/portal/**"))
                .authorizeExchange(exchanges -> exchanges.anyExchange().permitAll())
                .securityContextRepository(NoOpServerSecurityContextRepository.getInstance())
                .requestCache(cache -> cache.requestCache(NoOpServerRequestCache.getInstance()))
                .httpBasic(ServerHttpSecurity.HttpBasicSpec::disable)
                .formLogin(ServerHttpSecurity.FormLoginSpec::disable)
                .logout(ServerHttpSecurity.LogoutSpec::disable)
                .csrf(csrf -> csrf.csrfTokenRepository(new CsrfCookies())
                        .csrfTokenRequestHandler(new XorServerCsrfTokenRequestAttributeHandler())
                        .accessDeniedHandler(portalCsrfRefusal))
                .headers(headers -> headers.contentSecurityPolicy(policy -> policy.policyDirectives(POLICY))
                        .referrerPolicy(referrer -> referrer.policy(ReferrerPolicy.NO_REFERRER)))
                .build();
    }

    @Bean
    RefusalPage portalRefusalPage(Pages pages, ViewResolver thymeleafReactiveViewResolver) {
        return new RefusalPage(pages, thymeleafReactiveViewResolver);
    }

    /** A page of our own for a form without its token: mostly one that stood open too long. */
    @Bean
    ServerAccessDeniedHandler portalCsrfRefusal(RefusalPage refusal) {
        return (exchange, denied) -> refusal.show(
                exchange,
                HttpStatus.FORBIDDEN,
                "This form has grown old",
                "It was open for too long, or was not sent from this site. Nothing was changed: go back, reload the page, and send it again.");
    }

    /** Before the filters that look for the token in the form. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 20)
    FormReader portalFormReader(RefusalPage refusal) {
        return new FormReader(refusal);
    }
}
