package dev.postern.app.settings;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** PostgreSQL: the log of events and deliveries. */
@ConfigurationProperties("postern.postgres")
public record PostgresProperties(
        @Setting(
                env = "POSTGRES_URL",
                description = "Where PostgreSQL is, with user, password and database",
                secret = true,
                pattern = "postgres(ql)?://\\S+",
                expected = "a URL such as postgres://user:password@host:5432/database",
                defaultNote = "an embedded PostgreSQL")
        @Nullable
        String url,

        @Setting(
                env = "POSTERN_POSTGRES_POOL_SIZE",
                description = "How many connections are kept at most",
                min = 1,
                max = 1000)
        @DefaultValue("10")
        int poolSize) {

    /** Without the URL, which has a password. */
    @Override
    public String toString() {
        return "PostgresProperties[poolSize=%d]".formatted(poolSize);
    }
}
