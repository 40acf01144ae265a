package dev.postern.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ConfigurationGuideTest {

    private static final Path GUIDE = Path.of("..", "docs", "configuration.md");

    /** A setting was added or reworded: the guide that people read must say the same. */
    @Test
    void text_isWhatTheGuideSays() throws IOException {
        if (Boolean.getBoolean("postern.write-guide")) {
            Files.createDirectories(GUIDE.getParent());
            Files.writeString(GUIDE, ConfigurationGuide.text());
        }

        assertThat(Files.readString(GUIDE))
                .as("docs/configuration.md is out of date; write it anew with: ./mvnw test -pl backend -am"
                        + " -Dtest=ConfigurationGuideTest -Dsurefire.failIfNoSpecifiedTests=false"
                        + " -Dpostern.write-guide=true")
                .isEqualTo(ConfigurationGuide.text());
    }

    /** A default was changed by accident: every installation would behave differently after an upgrade. */
    @Test
    void all_namesAndDefaultsArePinned() {
        String actual = SettingsCatalog.all().stream()
                .map(setting -> "%s %s = %s"
                        .formatted(
                                setting.env(),
                                setting.property(),
                                setting.defaultValue()
                                        .map(text -> text.isEmpty() ? "''" : text)
                                        .orElse("-")))
                .collect(Collectors.joining("\n"));

        assertThat(actual).isEqualTo("""
                        SERVICE postern.service = all
                        POSTERN_ROLES postern.roles = -
                        DEPLOYMENT_ID postern.deployment-id = -
                        POSTERN_DATA_DIR postern.data-dir = ./data
                        LOG_LEVEL postern.log-level = info
                        POSTERN_SHUTDOWN_TIMEOUT_SECONDS postern.shutdown-timeout = 20
                        API_PORT postern.api.port = 3333
                        POSTERN_PUBLIC_URL postern.api.public-url = -
                        POSTERN_TRUST_PROXY postern.api.trust-proxy = false
                        POSTERN_MAX_EVENT_BYTES postern.api.max-event-size = 1048576
                        POSTERN_MAX_REQUEST_BYTES postern.api.max-request-size = 20971520
                        POSTERN_MAX_ANSWER_CHARACTERS postern.api.max-answer-characters = 33554432
                        POSTERN_MAX_OPEN_ANSWER_CHARACTERS postern.api.max-open-answer-characters = 0
                        POSTERN_MAX_QUERY_DEPTH postern.query.max-depth = 12
                        POSTERN_MAX_QUERY_COST postern.query.max-cost = 25000
                        POSTERN_MAX_QUERY_TOKENS postern.query.max-tokens = 15000
                        POSTERN_MAX_QUERY_ALIASES postern.query.max-aliases = 100
                        POSTERN_MAX_QUERY_DIRECTIVES postern.query.max-directives = 100
                        POSTERN_MAX_QUERY_ROOT_FIELDS postern.query.max-root-fields = 50
                        POSTERN_QUERY_CACHE_CHARACTERS postern.query.cache-characters = 4194304
                        POSTERN_INTROSPECTION_FOR_TENANTS postern.query.introspection-for-tenants = true
                        POSTERN_TENANT_COST_BUDGET postern.quota.tenant-budget = 100000
                        POSTERN_TENANT_COST_PER_SECOND postern.quota.tenant-restore-rate = 2500
                        POSTERN_OPERATOR_COST_BUDGET postern.quota.operator-budget = 0
                        POSTERN_OPERATOR_COST_PER_SECOND postern.quota.operator-restore-rate = 10000
                        POSTERN_TRUSTED_DOCUMENTS postern.trusted-documents.manifests = -
                        POSTERN_TRUSTED_DOCUMENTS_ONLY postern.trusted-documents.only = off
                        POSTERN_MAX_SUBSCRIPTIONS postern.subscriptions.max = 1000
                        POSTERN_MAX_SUBSCRIPTIONS_PER_TENANT postern.subscriptions.max-per-tenant = 100
                        POSTERN_SUBSCRIPTION_BUFFER postern.subscriptions.buffer = 1000
                        POSTERN_SUBSCRIPTION_BATCH postern.subscriptions.batch = 100
                        POSTERN_MAX_WEBSOCKETS postern.sockets.max = 1000
                        POSTERN_MAX_WEBSOCKETS_PER_TENANT postern.sockets.max-per-tenant = 100
                        POSTERN_WEBSOCKET_MAX_OPERATIONS postern.sockets.max-operations = 50
                        POSTERN_WEBSOCKET_MAX_MESSAGE_BYTES postern.sockets.max-message-size = 2097152
                        POSTERN_WEBSOCKET_INIT_TIMEOUT_SECONDS postern.sockets.init-timeout = 10
                        POSTERN_WEBSOCKET_PING_SECONDS postern.sockets.ping = 15
                        POSTERN_WEBSOCKET_ORIGINS postern.sockets.origins = ''
                        API_KEY postern.secrets.api-key = -
                        API_JWT_SECRET postern.secrets.jwt-secret = -
                        AES_ENCRYPTION_SECRET postern.secrets.encryption-secret = -
                        REDIS_HOST postern.redis.host = -
                        REDIS_PORT postern.redis.port = 6379
                        REDIS_USERNAME postern.redis.username = ''
                        REDIS_PASSWORD postern.redis.password = ''
                        REDIS_DATABASE postern.redis.database = 0
                        REDIS_TLS_ENABLED postern.redis.tls-enabled = false
                        REDIS_TLS_VERIFY postern.redis.tls-verify = false
                        REDIS_CLUSTER_ENABLED postern.redis.cluster-enabled = false
                        POSTGRES_URL postern.postgres.url = -
                        POSTERN_POSTGRES_POOL_SIZE postern.postgres.pool-size = 10
                        POSTERN_POSTGRES_LOG_RETENTION_DAYS postern.postgres.log-retention = 0
                        POSTERN_POSTGRES_RETENTION_INTERVAL_SECONDS postern.postgres.retention-interval = 3600
                        POSTERN_POSTGRES_PARTITIONS_AHEAD postern.postgres.partitions-ahead = 3
                        POSTERN_POSTGRES_TRIM_BATCH_SIZE postern.postgres.trim-batch-size = 5000
                        POSTERN_POSTGRES_TRIM_PAUSE_MS postern.postgres.trim-pause = 100
                        POSTERN_POSTGRES_RETENTION_LOCK_TIMEOUT_MS postern.postgres.retention-lock-timeout = 3000
                        POSTERN_POSTGRES_RETENTION_SCAN_TIMEOUT_MS postern.postgres.retention-scan-timeout = 5000
                        POSTERN_POSTGRES_RETENTION_VALIDATE_TIMEOUT_SECONDS postern.postgres.retention-validate-timeout = 900
                        POSTERN_POSTGRES_RETENTION_SMALL_BYTES postern.postgres.retention-small = 67108864
                        CLICKHOUSE_ADDR postern.clickhouse.addr = -
                        CLICKHOUSE_USERNAME postern.clickhouse.username = default
                        CLICKHOUSE_PASSWORD postern.clickhouse.password = ''
                        CLICKHOUSE_DATABASE postern.clickhouse.database = outpost
                        CLICKHOUSE_TLS_ENABLED postern.clickhouse.tls-enabled = false
                        POSTERN_CLICKHOUSE_HTTP_PORT postern.clickhouse.http-port = -
                        POSTERN_CLICKHOUSE_MAX_READS postern.clickhouse.max-reads = 10
                        POSTERN_CLICKHOUSE_MAX_COUNTS postern.clickhouse.max-counts = 4
                        POSTERN_CLICKHOUSE_MAX_WAITING postern.clickhouse.max-waiting = 1000
                        POSTERN_CLICKHOUSE_CONNECT_TIMEOUT_SECONDS postern.clickhouse.connect-timeout = 10
                        POSTERN_CLICKHOUSE_STATEMENT_TIMEOUT_SECONDS postern.clickhouse.statement-timeout = 30
                        POSTERN_CLICKHOUSE_CACHED_STATEMENTS postern.clickhouse.cached-statements = 512
                        POSTERN_CLICKHOUSE_WINDOW_ROWS postern.clickhouse.window-rows = 500000
                        CLICKHOUSE_LOG_RETENTION_TTL_DAYS postern.clickhouse.log-retention-ttl = 0
                        RABBITMQ_SERVER_URL postern.rabbitmq.server-url = -
                        RABBITMQ_EXCHANGE postern.rabbitmq.exchange = outpost
                        RABBITMQ_DELIVERY_QUEUE postern.rabbitmq.delivery-queue = outpost-delivery
                        RABBITMQ_LOG_QUEUE postern.rabbitmq.log-queue = outpost-log
                        RABBITMQ_DELIVERY_DLQ postern.rabbitmq.delivery-dlq = -
                        RABBITMQ_LOG_DLQ postern.rabbitmq.log-dlq = -
                        MQS_AUTO_PROVISION postern.rabbitmq.auto-provision = true
                        POSTERN_RABBITMQ_CONNECT_TIMEOUT_SECONDS postern.rabbitmq.connect-timeout = 10
                        POSTERN_RABBITMQ_HEARTBEAT_SECONDS postern.rabbitmq.heartbeat = 20
                        POSTERN_RABBITMQ_CONFIRM_TIMEOUT_SECONDS postern.rabbitmq.confirm-timeout = 10
                        POSTERN_RABBITMQ_MAX_UNCONFIRMED postern.rabbitmq.max-unconfirmed = 10000
                        POSTERN_RABBITMQ_RENEWAL_SECONDS postern.rabbitmq.renewal = 30
                        TOPICS postern.publish.topics = -
                        TOPICS_ALLOW_WILDCARDS postern.publish.topic-wildcards = false
                        PUBLISH_IDEMPOTENCY_KEY_TTL postern.publish.idempotency-ttl = 3600
                        PUBLISH_RABBITMQ_SERVER_URL postern.publish-queue.server-url = -
                        PUBLISH_RABBITMQ_EXCHANGE postern.publish-queue.exchange = -
                        PUBLISH_RABBITMQ_QUEUE postern.publish-queue.queue = -
                        PUBLISH_MAX_CONCURRENCY postern.publish-queue.max-concurrency = 1
                        POSTERN_PUBLISH_PREFETCH postern.publish-queue.prefetch = 1
                        PUBLISH_MAX_REDELIVERIES postern.publish-queue.max-redeliveries = -1
                        POSTERN_PUBLISH_PAUSE_SECONDS postern.publish-queue.pause = 1
                        DELIVERY_MAX_CONCURRENCY postern.delivery.max-concurrency = -
                        DELIVERY_TIMEOUT_SECONDS postern.delivery.timeout = 5
                        DELIVERY_IDEMPOTENCY_KEY_TTL postern.delivery.idempotency-ttl = 3600
                        MAX_DESTINATIONS_PER_TENANT postern.delivery.max-destinations-per-tenant = 20
                        POSTERN_DISABLE_GONE_DESTINATIONS postern.delivery.disable-gone = true
                        POSTERN_DELIVERY_MAX_PER_DESTINATION postern.delivery.max-per-destination = -
                        POSTERN_DELIVERY_MAX_PER_TENANT postern.delivery.max-per-tenant = -
                        POSTERN_DELIVERY_MAX_WAITING postern.delivery.max-waiting = -
                        POSTERN_PARKED_TASKS_MAX postern.delivery.max-parked = 1000000
                        POSTERN_CIRCUIT_FAILURES postern.delivery.circuit-failures = 5
                        POSTERN_CIRCUIT_PAUSE_SECONDS postern.delivery.circuit-pause = 30
                        RETRY_SCHEDULE postern.retry.schedule = -
                        RETRY_INTERVAL_SECONDS postern.retry.interval = 30
                        MAX_RETRY_LIMIT postern.retry.limit = 10
                        RETRY_POLL_BACKOFF_MS postern.retry.poll-backoff = 0
                        RETRY_VISIBILITY_TIMEOUT_SECONDS postern.retry.visibility-timeout = 30
                        POSTERN_RETRY_JITTER_PERCENT postern.retry.jitter = 0
                        POSTERN_RETRY_AFTER_MAX_SECONDS postern.retry.longest-retry-after = 3600
                        POSTERN_REPLAY_MAX_DELIVERIES postern.replay.max-deliveries = 100000
                        POSTERN_REPLAY_MAX_RUNNING_PER_TENANT postern.replay.max-running-per-tenant = 2
                        POSTERN_REPLAY_MAX_RUNNING postern.replay.max-running = 20
                        POSTERN_REPLAY_RESERVED_RUNNING postern.replay.reserved-running = 2
                        POSTERN_REPLAY_WINDOW postern.replay.window = 500
                        POSTERN_REPLAY_PATIENCE_SECONDS postern.replay.patience = 3600
                        POSTERN_REPLAY_RETENTION_SECONDS postern.replay.retention = 604800
                        POSTERN_REPLAY_MAX_KEPT postern.replay.max-kept = 1000
                        POSTERN_REPLAY_LEASE_SECONDS postern.replay.lease = 15
                        POSTERN_REPLAY_POLL_MS postern.replay.poll = 1000
                        ALERT_CONSECUTIVE_FAILURE_COUNT postern.alert.consecutive-failures = 100
                        ALERT_AUTO_DISABLE_DESTINATION postern.alert.disables = false
                        ALERT_EXHAUSTED_RETRIES_WINDOW_SECONDS postern.alert.exhausted-window = 3600
                        OPERATOR_EVENTS_TOPICS postern.alert.topics = -
                        OPERATOR_EVENTS_HTTP_URL postern.alert.http-url = -
                        OPERATOR_EVENTS_HTTP_SIGNING_SECRET postern.alert.http-secret = -
                        OPERATOR_EVENTS_RABBITMQ_SERVER_URL postern.alert.rabbit-url = -
                        OPERATOR_EVENTS_RABBITMQ_EXCHANGE postern.alert.rabbit-exchange = -
                        POSTERN_OPERATOR_EVENTS_WAIT_SECONDS postern.alert.patience = 60
                        POSTERN_OPERATOR_EVENTS_TIMEOUT_SECONDS postern.alert.timeout = 5
                        POSTERN_OPERATOR_EVENTS_TRIES postern.alert.tries = 5
                        POSTERN_QUEUE_CAPACITY postern.queue.capacity = 100000
                        POSTERN_QUEUE_MAX_FAILURES postern.queue.max-failures = 5
                        POSTERN_QUEUE_VISIBILITY_SECONDS postern.queue.visibility = 60
                        POSTERN_DEAD_LETTERS postern.queue.dead-letters = 10000
                        POSTERN_DEAD_LETTER_BYTES postern.queue.dead-letter-size = 268435456
                        POSTERN_DEAD_LETTERS_DROP_OLDEST postern.queue.drop-oldest = false
                        LOG_MAX_CONCURRENCY postern.log.max-concurrency = 1
                        LOG_BATCH_SIZE postern.log.batch-size = 1000
                        LOG_BATCH_THRESHOLD_SECONDS postern.log.batch-threshold = -
                        POSTERN_METRICS_MAX_POINTS postern.metrics.max-points = 10000
                        POSTERN_METRICS_TIMEOUT_SECONDS postern.metrics.timeout = 20
                        POSTERN_METRICS_ACCESS postern.observability.metrics-access = -
                        POSTERN_METRICS_SAMPLE_SECONDS postern.observability.sample-interval = 15
                        POSTERN_METRICS_MAX_OPERATIONS postern.observability.max-operations = 50
                        OTEL_EXPORTER_OTLP_ENDPOINT postern.observability.otlp-endpoint = -
                        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT postern.observability.otlp-traces-endpoint = -
                        OTEL_SERVICE_NAME postern.observability.service-name = postern
                        HTTP_USER_AGENT postern.destinations.webhook.user-agent = -
                        POSTERN_ALLOW_PRIVATE_DESTINATIONS postern.destinations.webhook.allow-private = -
                        DESTINATIONS_WEBHOOK_MODE postern.destinations.webhook.mode = default
                        DESTINATIONS_WEBHOOK_HEADER_PREFIX postern.destinations.webhook.header-prefix = -
                        DESTINATIONS_WEBHOOK_EVENT_ID_HEADER_NAME postern.destinations.webhook.event-id-header-name = -
                        DESTINATIONS_WEBHOOK_SIGNATURE_HEADER_NAME postern.destinations.webhook.signature-header-name = -
                        DESTINATIONS_WEBHOOK_TIMESTAMP_HEADER_NAME postern.destinations.webhook.timestamp-header-name = -
                        DESTINATIONS_WEBHOOK_TOPIC_HEADER_NAME postern.destinations.webhook.topic-header-name = -
                        DESTINATIONS_WEBHOOK_DISABLE_DEFAULT_EVENT_ID_HEADER postern.destinations.webhook.disable-event-id-header = false
                        DESTINATIONS_WEBHOOK_DISABLE_DEFAULT_SIGNATURE_HEADER postern.destinations.webhook.disable-signature-header = false
                        DESTINATIONS_WEBHOOK_DISABLE_DEFAULT_TIMESTAMP_HEADER postern.destinations.webhook.disable-timestamp-header = false
                        DESTINATIONS_WEBHOOK_DISABLE_DEFAULT_TOPIC_HEADER postern.destinations.webhook.disable-topic-header = false
                        DESTINATIONS_INCLUDE_MILLISECOND_TIMESTAMP postern.destinations.webhook.millisecond-timestamp = false
                        DESTINATIONS_WEBHOOK_SIGNATURE_CONTENT_TEMPLATE postern.destinations.webhook.signature-content-template = -
                        DESTINATIONS_WEBHOOK_SIGNATURE_HEADER_TEMPLATE postern.destinations.webhook.signature-header-template = -
                        DESTINATIONS_WEBHOOK_SIGNATURE_ENCODING postern.destinations.webhook.signature-encoding = hex
                        DESTINATIONS_WEBHOOK_SIGNATURE_ALGORITHM postern.destinations.webhook.signature-algorithm = hmac-sha256
                        DESTINATIONS_WEBHOOK_SIGNING_SECRET_TEMPLATE postern.destinations.webhook.signing-secret-template = -
                        DESTINATIONS_WEBHOOK_MAX_RESPONSE_BODY_BYTES postern.destinations.webhook.max-response-body = 131072
                        IDGEN_TYPE postern.ids.type = -
                        IDGEN_EVENT_PREFIX postern.ids.event-prefix = -
                        IDGEN_DESTINATION_PREFIX postern.ids.destination-prefix = -
                        IDGEN_ATTEMPT_PREFIX postern.ids.attempt-prefix = -
                        POSTERN_GATEWAY_URL postern.portal.gateway-url = -""");
    }
}
