package dev.postern.portal;

import dev.postern.portal.gateway.Gateway;
import dev.postern.portal.gateway.GatewayClient;
import dev.postern.portal.page.Assets;
import dev.postern.portal.page.ListSettings;
import dev.postern.portal.page.Pages;
import dev.postern.portal.session.Sessions;
import dev.postern.portal.session.SignInThrottle;
import dev.postern.portal.session.SignedInArgument;
import java.net.URI;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.graphql.server.WebGraphQlHandler;
import org.springframework.web.filter.reactive.ServerWebExchangeContextFilter;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.result.method.annotation.ArgumentResolverConfigurer;
import org.springframework.web.server.session.InMemoryWebSessionStore;
import tools.jackson.databind.json.JsonMapper;

/** Adds the portal to any WebFlux application that has a gateway, or knows the URL of one. */
@AutoConfiguration(
        beforeName = "org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration",
        afterName = "org.springframework.boot.graphql.autoconfigure.reactive.GraphQlWebFluxAutoConfiguration")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnBooleanProperty(name = "postern.portal.enabled", matchIfMissing = true)
@EnableConfigurationProperties(PortalProperties.class)
@ComponentScan({
    "dev.postern.portal.page",
    "dev.postern.portal.signin",
    "dev.postern.portal.tenants",
    "dev.postern.portal.destinations",
    "dev.postern.portal.deliveries",
    "dev.postern.portal.deadletters"
})
@Import({PortalSecurity.class, PortalSessions.class})
public class PortalAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    Gateway portalGateway(
            PortalProperties properties,
            Environment environment,
            ObjectProvider<WebGraphQlHandler> handler,
            ObjectProvider<JsonMapper> mapper) {
        URI url = properties.gatewayUrl() != null
                ? properties.gatewayUrl()
                : environment.getProperty("POSTERN_GATEWAY_URL", URI.class);
        if (url != null) {
            return GatewayClient.overHttp(url, WebClient.builder(), properties.gateway());
        }
        WebGraphQlHandler inProcess = handler.getIfAvailable();
        if (inProcess == null) {
            throw new IllegalStateException("There is no gateway in this process: set POSTERN_GATEWAY_URL to one");
        }
        return GatewayClient.inProcess(inProcess, mapper.getIfAvailable(JsonMapper::new), properties.gateway());
    }

    /** Whoever types the bare address means the portal. */
    @Bean
    RouterFunction<ServerResponse> portalEntrance() {
        return RouterFunctions.route(
                RequestPredicates.GET("/"),
                request -> ServerResponse.seeOther(URI.create("/portal/")).build());
    }

    /** Lets the gateway in this process see where the visitor came in. */
    @Bean
    @ConditionalOnMissingBean
    ServerWebExchangeContextFilter portalExchangeContext() {
        return new ServerWebExchangeContextFilter();
    }

    @Bean
    ListSettings portalListSettings(PortalProperties properties) {
        return properties.lists();
    }

    @Bean
    Assets portalAssets() {
        return Assets.load();
    }

    @Bean
    Sessions portalSessions(InMemoryWebSessionStore store, PortalProperties properties, Clock clock) {
        return new Sessions(store, properties.sessions(), clock);
    }

    @Bean
    SignInThrottle portalSignInThrottle(PortalProperties properties, Clock clock) {
        return new SignInThrottle(properties.sessions(), clock);
    }

    @Bean
    Pages portalPages(Sessions sessions, Assets assets) {
        return new Pages(sessions, assets);
    }

    @Bean
    WebFluxConfigurer portalWebFlux(ObjectProvider<Sessions> sessions) {
        return new WebFluxConfigurer() {
            @Override
            public void configureArgumentResolvers(ArgumentResolverConfigurer configurer) {
                configurer.addCustomResolver(new SignedInArgument(sessions.getObject()));
            }
        };
    }
}
