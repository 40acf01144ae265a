package dev.postern.app.settings;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** Keys. Each is generated and kept under the data directory where every store is embedded; else it must be given. */
@ConfigurationProperties("postern.secrets")
public record SecretsProperties(
        @Setting(
                env = "API_KEY",
                description = "The operator's key",
                secret = true,
                defaultNote = "generated on embedded stores")
        @Nullable
        String apiKey,

        @Setting(
                env = "API_JWT_SECRET",
                description = "Signs the tokens of tenants",
                secret = true,
                defaultNote = "generated on embedded stores")
        @Nullable
        String jwtSecret,

        @Setting(
                env = "AES_ENCRYPTION_SECRET",
                description = "Encrypts the credentials of destinations",
                secret = true,
                defaultNote = "generated on embedded stores")
        @Nullable
        String encryptionSecret) {

    /** Without the values. */
    @Override
    public String toString() {
        return "SecretsProperties[***]";
    }
}
