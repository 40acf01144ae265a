package dev.postern.app.settings;

import dev.postern.migrations.ClickHouseTarget;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The settings of this process, checked. */
public final class Settings {

    /** What is shown in place of a secret. */
    public static final String MASK = "********";

    private final Map<Class<? extends Record>, Record> records;
    private final List<Value> values;
    private final List<String> ignored;

    Settings(Map<Class<? extends Record>, Record> records, List<Value> values, List<String> ignored) {
        this.records = Map.copyOf(records);
        this.values = List.copyOf(values);
        this.ignored = List.copyOf(ignored);
    }

    /** The settings of one concern. */
    public <R extends Record> R get(Class<R> type) {
        Record found = records.get(type);
        if (found == null) {
            throw new IllegalArgumentException("type: %s (expected: one of the catalog's)".formatted(type));
        }
        return type.cast(found);
    }

    /** Every record, for those who hand them on. */
    public void forEachRecord(Consumer<Record> action) {
        SettingsCatalog.RECORDS.forEach(type -> action.accept(get(type)));
    }

    /** Every setting with its value, in the catalog's order. */
    public List<Value> values() {
        return values;
    }

    /** The names of settings that are given, and do nothing here: Outpost's, and those of later versions. */
    public List<String> ignored() {
        return ignored;
    }

    /** What to set in place of a setting that is given and that Outpost itself has done away with. */
    public List<String> replacements() {
        return ignored.contains(UnsupportedSettings.ALERT_CALLBACK)
                ? List.of(UnsupportedSettings.ALERT_CALLBACK + " was replaced in Outpost 0.16: set"
                        + " OPERATOR_EVENTS_HTTP_URL, and the topics to be told of in OPERATOR_EVENTS_TOPICS")
                : List.of();
    }

    /** Whether this process takes on the work. */
    public boolean has(Role role) {
        return get(CoreProperties.class).activeRoles().contains(role);
    }

    /** Whether no server is named: tenants and log are both kept under the data directory. */
    public boolean allEmbedded() {
        return embedsRedis() && embedsPostgres();
    }

    public boolean embedsRedis() {
        return get(RedisProperties.class).host() == null;
    }

    public boolean embedsPostgres() {
        return get(PostgresProperties.class).url() == null && !logsToClickHouse();
    }

    /** Whether the log is kept in ClickHouse; else it is in PostgreSQL. */
    public boolean logsToClickHouse() {
        return get(ClickHouseProperties.class).addr() != null;
    }

    /** Whether deliveries and log entries wait in RabbitMQ; else they do in Redis. */
    public boolean queuesInRabbitMq() {
        return get(RabbitMqProperties.class).serverUrl() != null;
    }

    /** Whether this process takes events from a queue of the publishers' own. */
    public boolean hasPublishQueue() {
        return has(Role.API) && get(PublishQueueProperties.class).serverUrl() != null;
    }

    /** To whom this process sends operator events: to nobody where nothing is told. */
    public AlertProperties.Sink operatorEventSink() {
        AlertProperties alert = get(AlertProperties.class);
        return has(Role.DELIVERY) && alert.tells() ? alert.sink() : AlertProperties.Sink.NONE;
    }

    /** Which ClickHouse that is; null where the log is in PostgreSQL. */
    public @Nullable ClickHouseTarget clickHouse() {
        ClickHouseProperties named = get(ClickHouseProperties.class);
        return named.addr() == null
                ? null
                : named.server(named.addr(), get(CoreProperties.class).deploymentId());
    }

    /** Where the log is, and why there, in one line. */
    public String logStore() {
        ClickHouseTarget clickHouse = clickHouse();
        if (clickHouse != null) {
            String other = get(PostgresProperties.class).url() == null ? "" : "; POSTGRES_URL is not used";
            return "ClickHouse at %s, database %s (CLICKHOUSE_ADDR%s)"
                    .formatted(clickHouse.http(), clickHouse.database(), other);
        }
        return embedsPostgres() ? "an embedded PostgreSQL" : "PostgreSQL (POSTGRES_URL)";
    }

    /** What a setting that isn't given comes to, where that depends on others; empty where it doesn't. */
    public Optional<String> workedOut(SettingDescriptor setting) {
        return switch (setting.env()) {
            case "POSTERN_ALLOW_PRIVATE_DESTINATIONS" -> Optional.of(String.valueOf(allowsPrivateDestinations()));
            case "POSTERN_METRICS_ACCESS" -> Optional.of(metricsAccess().name().toLowerCase(Locale.ROOT));
            case "DELIVERY_MAX_CONCURRENCY" -> Optional.of(String.valueOf(deliveryConcurrency()));
            case "LOG_BATCH_THRESHOLD_SECONDS" ->
                Optional.of(String.valueOf(logBatchThreshold().toSeconds()));
            case "POSTGRES_URL" ->
                logsToClickHouse() ? Optional.of("(not used: history is in ClickHouse)") : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** Whether webhooks may reach private addresses. */
    public boolean allowsPrivateDestinations() {
        Boolean given = get(WebhookProperties.class).allowPrivate();
        return given == null ? allEmbedded() : given;
    }

    /** Who may read the metrics: on the port that tenants' portals share, not everybody. */
    public ObservabilityProperties.Access metricsAccess() {
        ObservabilityProperties.Access given =
                get(ObservabilityProperties.class).metricsAccess();
        return given != null
                ? given
                : allEmbedded() ? ObservabilityProperties.Access.OPEN : ObservabilityProperties.Access.OPERATOR;
    }

    /** Outpost's default, or on embedded stores, which Outpost doesn't have, one for somebody who tries it out. */
    public int deliveryConcurrency() {
        Integer given = get(DeliveryProperties.class).maxConcurrency();
        return given == null ? (allEmbedded() ? 16 : 1) : given;
    }

    /** As {@link #deliveryConcurrency()}: nobody who looks for their first delivery waits 10 s gladly. */
    public Duration logBatchThreshold() {
        Duration given = get(LogProperties.class).batchThreshold();
        return given == null ? Duration.ofSeconds(allEmbedded() ? 1 : 10) : given;
    }

    /**
     * A setting as it stands.
     *
     * @param shown its text, masked where it is a secret
     */
    public record Value(SettingDescriptor setting, String shown, Source source) {}

    /** Where a value came from. */
    public enum Source {
        DEFAULT,
        ENVIRONMENT,
        FILE,
        GENERATED
    }
}
