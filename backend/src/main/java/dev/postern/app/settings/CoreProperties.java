package dev.postern.app.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/** What this process is and does. */
@ConfigurationProperties("postern")
public record CoreProperties(
        @Setting(env = "SERVICE", description = "What this process runs, in Outpost's words") @DefaultValue("all")
        Service service,

        @Setting(
                env = "POSTERN_ROLES",
                description = "What this process runs, role by role; goes before SERVICE",
                defaultNote = "those of SERVICE")
        List<Role> roles,

        @Setting(
                env = "DEPLOYMENT_ID",
                description =
                        "Prefixes every key in Redis, so that deployments can share one; each needs a PostgreSQL database of its own",
                pattern = "[a-zA-Z0-9_-]{1,64}",
                expected = "1 to 64 letters, digits, underscores or hyphens")
        @Nullable
        String deploymentId,

        @Setting(env = "POSTERN_DATA_DIR", description = "Where embedded stores keep their files")
        @DefaultValue("./data")
        Path dataDir,

        @Setting(env = "LOG_LEVEL", description = "How much is logged") @DefaultValue("info")
        LogLevel logLevel,

        @Setting(
                env = "POSTERN_SHUTDOWN_TIMEOUT_SECONDS",
                description = "How long each step of an orderly stop may take",
                min = 1,
                max = 600)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("20")
        Duration shutdownTimeout) {

    private static final Duration GIVING_BACK = Duration.ofSeconds(4);

    public CoreProperties {
        roles = List.copyOf(roles);
    }

    /** What this process takes on. */
    public Set<Role> activeRoles() {
        return roles.isEmpty() ? service.roles() : EnumSet.copyOf(roles);
    }

    /** How long what is in hand may go on once a stop has begun: the rest of the step is for giving it back. */
    public Duration drain() {
        Duration drain = shutdownTimeout.minus(GIVING_BACK);
        return drain.isNegative() ? Duration.ZERO : drain;
    }

    /** How much is logged, in Outpost's words. */
    public enum LogLevel {
        TRACE,
        DEBUG,
        INFO,
        WARN,
        ERROR
    }
}
