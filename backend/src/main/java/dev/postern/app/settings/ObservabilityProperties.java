package dev.postern.app.settings;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/** What operators can see of a process. */
@ConfigurationProperties("postern.observability")
public record ObservabilityProperties(
        @Setting(
                env = "POSTERN_METRICS_ACCESS",
                description =
                        "Who may read /metrics: whoever sends the operator's key, or anybody who reaches the port",
                defaultNote = "operator; open where every store is embedded")
        @Nullable
        Access metricsAccess,

        @Setting(
                env = "POSTERN_METRICS_SAMPLE_SECONDS",
                description = "How many seconds lie between two looks at the queues for /metrics",
                min = 1,
                max = 3600)
        @DefaultValue("15")
        @DurationUnit(ChronoUnit.SECONDS)
        Duration sampleInterval,

        @Setting(
                env = "POSTERN_METRICS_MAX_OPERATIONS",
                description = "How many names of GraphQL operations /metrics tells apart of those that operators send,"
                        + " and as many of those that tenants send; the rest are counted together as 'other'",
                min = 0,
                max = 1_000)
        @DefaultValue("50")
        int maxOperations,

        @Setting(
                env = "OTEL_EXPORTER_OTLP_ENDPOINT",
                description = "Where traces are sent by OTLP over HTTP, under /v1/traces;"
                        + " OpenTelemetry's other variables are understood too",
                defaultNote = "nowhere",
                pattern = "https?://\\S+",
                expected = "an http or https URL")
        @Nullable
        String otlpEndpoint,

        @Setting(
                env = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
                description = "As above, with the whole path",
                defaultNote = "OTEL_EXPORTER_OTLP_ENDPOINT",
                pattern = "https?://\\S+",
                expected = "an http or https URL")
        @Nullable
        String otlpTracesEndpoint,

        @Setting(env = "OTEL_SERVICE_NAME", description = "The name of this process in traces") @DefaultValue("postern")
        String serviceName) {

    /** Whether traces are sent somewhere. */
    public boolean traced() {
        return otlpEndpoint != null || otlpTracesEndpoint != null;
    }

    /** Who may read. */
    public enum Access {
        OPERATOR,
        OPEN
    }
}
