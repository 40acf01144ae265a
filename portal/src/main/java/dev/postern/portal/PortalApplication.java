package dev.postern.portal;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** The portal in a process of its own; {@code POSTERN_GATEWAY_URL} says where its gateway is. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(
        excludeName = {
            "org.springframework.boot.graphql.autoconfigure.GraphQlAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration"
        })
public final class PortalApplication {

    private PortalApplication() {}

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(PortalApplication.class);
        application.setDefaultProperties(
                Map.of("server.port", "${API_PORT:3333}", "server.compression.enabled", "true"));
        application.run(args);
    }
}
