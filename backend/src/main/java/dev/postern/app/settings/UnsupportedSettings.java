package dev.postern.app.settings;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.core.env.ConfigurableEnvironment;

/** Outpost's settings that mean nothing here, or nothing yet. */
final class UnsupportedSettings {

    static final String ALERT_CALLBACK = "ALERT_CALLBACK_URL";

    private static final Pattern NAMES = Pattern.compile("""
            REDIS_(DEV_CLUSTER_HOST_OVERRIDE|POOL_SIZE)\
            |(PUBLISH_|OPERATOR_EVENTS_)?(AWS_SQS|GCP_PUBSUB|AZURE_SERVICEBUS|NATS)_.+\
            |PUBLISH_PROXY_URL\
            |DESTINATIONS_(METADATA_PATH|PROXY_URL|WEBHOOK_PROXY_URL|WEBHOOK_COMPAT_.+|WEBHOOK_TIMESTAMP_FORMAT\
            |WEBHOOK_SIGNATURE_SECRET_ENCODING|WEBHOOK_SECRET_PREFIX|AWS_.+)\
            |ALERT_CALLBACK_URL\
            |PORTAL_.+\
            |GIN_MODE|DISABLE_TELEMETRY|TELEMETRY_.+|PPROF_ENABLED|SUPERVISOR_.+\
            |TOPICS_(SCHEMAS.*|VALIDATION_MAX_BYTES|ALLOW_BREAKING_CHANGES)|MCP_.+|MAX_MCP_.+""");

    /** Those that the environment names, sorted. */
    static List<String> in(ConfigurableEnvironment environment) {
        return environment.getSystemEnvironment().entrySet().stream()
                .filter(variable -> NAMES.matcher(variable.getKey()).matches()
                        && !String.valueOf(variable.getValue()).isBlank())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    private UnsupportedSettings() {}
}
