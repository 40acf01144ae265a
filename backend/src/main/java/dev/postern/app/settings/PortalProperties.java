package dev.postern.app.settings;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** The portal. It binds these itself, and stands here for the guide and for checks. */
@ConfigurationProperties("postern.portal")
public record PortalProperties(
        @Setting(
                env = "POSTERN_GATEWAY_URL",
                description = "Where a portal that runs alone finds the gateway",
                pattern = "https?://\\S+",
                expected = "an http or https URL",
                defaultNote = "in this process")
        @Nullable
        String gatewayUrl) {}
