package dev.postern.app.settings;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** How the portal looks. The portal binds these itself; they stand here for the guide and for checks. */
@ConfigurationProperties("postern.portal")
public record PortalProperties(
        @Setting(env = "PORTAL_ORGANIZATION_NAME", description = "The name that the portal shows") @Nullable
        String organizationName,

        @Setting(env = "PORTAL_LOGO", description = "The URL of the logo on light ground") @Nullable
        String logo,

        @Setting(env = "PORTAL_LOGO_DARK", description = "The URL of the logo on dark ground") @Nullable
        String logoDark,

        @Setting(env = "PORTAL_FAVICON_URL", description = "The URL of the icon in the browser's tab") @Nullable
        String faviconUrl,

        @Setting(
                env = "PORTAL_BRAND_COLOR",
                description = "The colour of buttons and links",
                pattern = "#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})",
                expected = "a colour such as #0a7d6c")
        @Nullable
        String brandColor,

        @Setting(
                env = "PORTAL_FORCE_THEME",
                description = "Light or dark for everyone",
                pattern = "light|dark",
                expected = "light or dark",
                defaultNote = "the visitor's own")
        @Nullable
        String forceTheme,

        @Setting(
                env = "PORTAL_REFERER_URL",
                description = "Where visitors come from and are sent back to",
                pattern = "https?://\\S+",
                expected = "an http or https URL")
        @Nullable
        String refererUrl,

        @Setting(
                env = "PORTAL_DISABLE_OUTPOST_BRANDING",
                description = "Whether the portal leaves out the product's own name")
        @DefaultValue("false")
        boolean disableOutpostBranding) {}
