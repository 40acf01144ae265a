package dev.postern.portal;

import dev.postern.portal.gateway.GatewaySettings;
import dev.postern.portal.page.ListSettings;
import dev.postern.portal.session.SessionSettings;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The portal's settings.
 *
 * @param enabled whether this process serves the portal; true by default
 * @param gatewayUrl the gateway's base URL; the gateway of the same process where left out
 * @param gateway limits on the way to the gateway
 * @param sessions limits of sessions and of signing in
 * @param lists how much pages show
 */
@ConfigurationProperties("postern.portal")
record PortalProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable URI gatewayUrl,
        @DefaultValue GatewaySettings gateway,
        @DefaultValue SessionSettings sessions,
        @DefaultValue ListSettings lists) {}
