package dev.postern.app.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.alert.AlertSettings;
import dev.postern.retry.RetryPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.unit.DataSize;

class SettingsReaderTest {

    /** Nothing is set: a first try at home. */
    @Test
    void read_fillsInTheDefaults() {
        Settings settings = read(Map.of());

        assertThat(settings.get(ApiProperties.class).port()).isEqualTo(3333);
        assertThat(settings.get(CoreProperties.class).dataDir()).isEqualTo(Path.of("data"));
        assertThat(settings.get(CoreProperties.class).activeRoles()).containsExactlyInAnyOrder(Role.values());
        assertThat(settings.get(RetryProperties.class).policy())
                .isEqualTo(new RetryPolicy.Exponential(Duration.ofSeconds(30), 10));
        assertThat(settings.get(WebhookProperties.class).signatureAlgorithm())
                .isEqualTo(WebhookProperties.Algorithm.HMAC_SHA256);
        assertThat(settings.allEmbedded()).isTrue();
        assertThat(settings.allowsPrivateDestinations()).isTrue();
        assertThat(settings.values()).allMatch(value -> value.source() == Settings.Source.DEFAULT);
    }

    /** An operator moves over from Outpost with the same environment: its units and lists. */
    @Test
    void read_takesOutpostsUnitsAndLists() {
        Settings settings = read(Map.of(
                "DELIVERY_TIMEOUT_SECONDS", "7",
                "RETRY_SCHEDULE", "5, 60,600",
                "RETRY_POLL_BACKOFF_MS", "250",
                "TOPICS", "user.created,user.deleted",
                "DESTINATIONS_WEBHOOK_MAX_RESPONSE_BODY_BYTES", "1024",
                "IDGEN_TYPE", "nanoid",
                "LOG_LEVEL", "warn"));

        assertThat(settings.get(DeliveryProperties.class).timeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(settings.get(RetryProperties.class).policy())
                .isEqualTo(new RetryPolicy.Schedule(
                        List.of(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(600))));
        assertThat(settings.get(RetryProperties.class).pollBackoff()).isEqualTo(Duration.ofMillis(250));
        assertThat(settings.get(PublishProperties.class).topics()).containsExactly("user.created", "user.deleted");
        assertThat(settings.get(WebhookProperties.class).maxResponseBody()).isEqualTo(DataSize.ofKilobytes(1));
        assertThat(settings.get(IdProperties.class).type()).isEqualTo(IdProperties.Type.NANOID);
        assertThat(settings.get(CoreProperties.class).logLevel()).isEqualTo(CoreProperties.LogLevel.WARN);
    }

    /** A compose file leaves a variable empty: for a number that is the default, for a header's name it is "off". */
    @Test
    void read_tellsEmptyFromUnset() {
        Settings settings = read(Map.of(
                "API_PORT", "",
                "REDIS_HOST", " ",
                "DESTINATIONS_WEBHOOK_TOPIC_HEADER_NAME", "",
                "DESTINATIONS_WEBHOOK_SIGNATURE_HEADER_NAME", "x-sign"));

        assertThat(settings.get(ApiProperties.class).port()).isEqualTo(3333);
        assertThat(settings.embedsRedis()).isTrue();
        WebhookProperties webhook = settings.get(WebhookProperties.class);
        assertThat(webhook.topicHeaderName()).isEmpty();
        assertThat(webhook.signatureHeaderName()).isEqualTo("x-sign");
        assertThat(webhook.eventIdHeaderName()).isNull();
    }

    /** An environment of Outpost's: nothing there means that failures aren't counted, no line the default. */
    @Test
    void read_emptyFailureCount_isOff() {
        assertThat(alerts(Map.of())).isEqualTo(AlertSettings.DEFAULTS);
        assertThat(alerts(Map.of(
                        "ALERT_CONSECUTIVE_FAILURE_COUNT",
                        "",
                        "ALERT_AUTO_DISABLE_DESTINATION",
                        "true",
                        "ALERT_EXHAUSTED_RETRIES_WINDOW_SECONDS",
                        "")))
                .isEqualTo(new AlertSettings(0, true, Optional.empty()));
        assertThat(alerts(
                        Map.of("ALERT_CONSECUTIVE_FAILURE_COUNT", "7", "ALERT_EXHAUSTED_RETRIES_WINDOW_SECONDS", "0")))
                .isEqualTo(new AlertSettings(7, false, Optional.of(Duration.ZERO)));
    }

    /** A typing error: whoever waits for that event would wait in vain. */
    @Test
    void read_refusesAnUnknownTopicOfOperatorEvents() {
        assertThatThrownBy(() -> read(Map.of("OPERATOR_EVENTS_TOPICS", "attempt.failed,attempt.fialed")))
                .isInstanceOf(UnusableSettingException.class)
                .hasMessageContaining("OPERATOR_EVENTS_TOPICS: 'attempt.fialed' (expected: ");
    }

    private static AlertSettings alerts(Map<String, String> environment) {
        return read(environment).get(AlertProperties.class).limits();
    }

    /** A typing error is told under the name that was typed, with what was expected. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    API_PORT                     | 33a3      | API_PORT: '33a3' (expected: a whole number from 0 to 65535)
                    API_PORT                     | 70000     | API_PORT: '70000' (expected: a whole number from 0 to 65535)
                    DELIVERY_TIMEOUT_SECONDS     | soon      | DELIVERY_TIMEOUT_SECONDS: 'soon' (expected: a whole number of seconds from 1 to 3600)
                    DELIVERY_TIMEOUT_SECONDS     | 0         | DELIVERY_TIMEOUT_SECONDS: '0' (expected: a whole number of seconds from 1 to 3600)
                    RETRY_SCHEDULE               | 5,x       | RETRY_SCHEDULE: '5,x' (expected: whole numbers of seconds separated by commas, such as 5,60,600)
                    RETRY_SCHEDULE               | 5,-1      | RETRY_SCHEDULE: '5,-1' (expected: whole numbers of seconds separated by commas, such as 5,60,600)
                    ALERT_CONSECUTIVE_FAILURE_COUNT | 0      | ALERT_CONSECUTIVE_FAILURE_COUNT: '0' (expected: a whole number from 1 to 99999, or nothing, so that failures are not counted)
                    TOPICS_ALLOW_WILDCARDS       | maybe     | TOPICS_ALLOW_WILDCARDS: 'maybe' (expected: true or false)
                    DESTINATIONS_WEBHOOK_MODE    | loud      | DESTINATIONS_WEBHOOK_MODE: 'loud' (expected: default, standard)
                    POSTERN_ROLES                | api,cook  | POSTERN_ROLES: 'api,cook' (expected: any of api, delivery, log, retry, portal, separated by commas)
                    DEPLOYMENT_ID                | a b       | DEPLOYMENT_ID: 'a b' (expected: 1 to 64 letters, digits, underscores or hyphens)
                    POSTGRES_URL                 | db:s3cret | POSTGRES_URL: ******** (expected: a URL such as postgres://user:password@host:5432/database)
                    """)
    void read_saysInOneLineWhatIsWrong(String name, String value, String message) {
        assertThatExceptionOfType(UnusableSettingException.class)
                .isThrownBy(() -> read(Map.of(name, value)))
                .withMessage(message);
    }

    /** A YAML file beside the environment: the environment goes first, and each value tells where it came from. */
    @Test
    void read_putsTheEnvironmentBeforeFiles() {
        StandardEnvironment environment = environment(Map.of("API_PORT", "4000", "API_KEY", "s3cret"));
        environment
                .getPropertySources()
                .addLast(new MapPropertySource(
                        "application.yaml",
                        Map.of(
                                "postern.api.port", 5000,
                                "postern.delivery.timeout", "2m",
                                "postern.publish.topics[0]", "a",
                                "postern.publish.topics[1]", "b")));

        Settings settings = SettingsReader.read(environment);

        assertThat(settings.get(ApiProperties.class).port()).isEqualTo(4000);
        assertThat(settings.get(DeliveryProperties.class).timeout()).isEqualTo(Duration.ofMinutes(2));
        assertThat(settings.get(PublishProperties.class).topics()).containsExactly("a", "b");
        assertThat(shown(settings, "API_PORT")).isEqualTo("4000 ENVIRONMENT");
        assertThat(shown(settings, "DELIVERY_TIMEOUT_SECONDS")).isEqualTo("2m FILE");
        assertThat(shown(settings, "TOPICS")).isEqualTo("a,b FILE");
        assertThat(shown(settings, "API_KEY")).isEqualTo("******** ENVIRONMENT");
        assertThat(shown(settings, "LOG_BATCH_SIZE")).isEqualTo("1000 DEFAULT");
    }

    /** Servers are named: webhooks into the private network are off unless they are asked for. */
    @Test
    void allowsPrivateDestinations_dependsOnWhetherServersAreNamed() {
        Map<String, String> servers = Map.of("REDIS_HOST", "r", "POSTGRES_URL", "postgres://u:p@h/d");

        assertThat(read(servers).allowsPrivateDestinations()).isFalse();
        Map<String, String> allowed = new HashMap<>(servers);
        allowed.put("POSTERN_ALLOW_PRIVATE_DESTINATIONS", "true");
        assertThat(read(allowed).allowsPrivateDestinations()).isTrue();
        assertThat(read(Map.of("POSTERN_ALLOW_PRIVATE_DESTINATIONS", "false")).allowsPrivateDestinations())
                .isFalse();
    }

    /** Processes by Outpost's SERVICE, and by our finer roles. */
    @Test
    void activeRoles_areThoseOfTheServiceUnlessNamed() {
        assertThat(read(Map.of("SERVICE", "delivery")).get(CoreProperties.class).activeRoles())
                .containsExactlyInAnyOrder(Role.DELIVERY, Role.RETRY);
        assertThat(read(Map.of("SERVICE", "delivery", "POSTERN_ROLES", "log"))
                        .get(CoreProperties.class)
                        .activeRoles())
                .containsExactly(Role.LOG);
    }

    /** Outpost's variables that mean nothing here are named, so that nobody relies on them. */
    @Test
    void ignored_namesWhatOnlyOutpostUnderstands() {
        Settings settings = read(Map.of("NATS_SERVER_URL", "nats://x", "GIN_MODE", "debug", "PATH", "/bin"));

        assertThat(settings.ignored()).containsExactly("GIN_MODE", "NATS_SERVER_URL");
    }

    /** Known to a later version or to Outpost, and given: it does nothing, and must not pass for something that does. */
    @Test
    void ignored_namesWhatDoesNothingYet() {
        assertThat(read(Map.of("OPERATOR_EVENTS_AWS_SQS_QUEUE_URL", "x", "PORTAL_LOGO", "x", "PORTAL_REFERER_URL", ""))
                        .ignored())
                .containsExactly("OPERATOR_EVENTS_AWS_SQS_QUEUE_URL", "PORTAL_LOGO");
    }

    /** An old environment that Outpost itself would ignore by now: its owner waits for alerts that never come. */
    @Test
    void replacements_namesWhatToSetInstead() {
        Settings old = read(Map.of("ALERT_CALLBACK_URL", "https://x/alerts"));
        assertThat(old.ignored()).containsExactly("ALERT_CALLBACK_URL");
        assertThat(old.replacements())
                .singleElement()
                .asString()
                .contains("ALERT_CALLBACK_URL", "OPERATOR_EVENTS_HTTP_URL", "OPERATOR_EVENTS_TOPICS");
        assertThat(old.get(AlertProperties.class).tells()).isFalse();
        assertThat(read(Map.of("GIN_MODE", "debug")).replacements()).isEmpty();
    }

    /** The first that is named, as in Outpost; only by those who deliver, and only where something is told. */
    @Test
    void operatorEventSink_isTheFirstThatIsNamed() {
        String url = "amqp://u:s3cret@host/v";
        var silent = Map.of("OPERATOR_EVENTS_RABBITMQ_SERVER_URL", url, "OPERATOR_EVENTS_RABBITMQ_EXCHANGE", "told");
        var rabbit = new HashMap<>(silent);
        rabbit.put("OPERATOR_EVENTS_TOPICS", "*");
        var both = new HashMap<>(rabbit);
        both.put("OPERATOR_EVENTS_HTTP_URL", "https://x");
        var elsewhere = new HashMap<>(rabbit);
        elsewhere.put("POSTERN_ROLES", "api");

        assertThat(read(Map.of()).operatorEventSink()).isEqualTo(AlertProperties.Sink.NONE);
        assertThat(read(silent).operatorEventSink()).isEqualTo(AlertProperties.Sink.NONE);
        assertThat(read(rabbit).operatorEventSink()).isEqualTo(AlertProperties.Sink.RABBITMQ);
        assertThat(read(both).operatorEventSink()).isEqualTo(AlertProperties.Sink.HTTP);
        assertThat(read(elsewhere).operatorEventSink()).isEqualTo(AlertProperties.Sink.NONE);
        assertThat(read(rabbit).get(AlertProperties.class)).asString().doesNotContain("s3cret");
        assertThatThrownBy(() -> read(Map.of("OPERATOR_EVENTS_RABBITMQ_SERVER_URL", url)))
                .isInstanceOf(UnusableSettingException.class)
                .hasMessageContaining("OPERATOR_EVENTS_RABBITMQ_EXCHANGE: not set");
    }

    /** The password stands in the address: it is not shown, whether the address can be used or not. */
    @Test
    void read_keepsTheBrokersPasswordBack() {
        assertThat(shown(read(Map.of("RABBITMQ_SERVER_URL", "amqp://u:s3cret@mq/v")), "RABBITMQ_SERVER_URL"))
                .isEqualTo("******** ENVIRONMENT");
        assertThatThrownBy(() -> read(Map.of("RABBITMQ_SERVER_URL", "http://u:s3cret@mq")))
                .hasMessage("RABBITMQ_SERVER_URL: ******** (expected: amqp[s]://user:password@host:port/vhost)");
    }

    @Test
    void read_refusesAPublishQueueWithoutAName() {
        assertThatThrownBy(() -> read(Map.of("PUBLISH_RABBITMQ_SERVER_URL", "amqp://mq")))
                .isInstanceOf(UnusableSettingException.class)
                .hasMessageStartingWith("PUBLISH_RABBITMQ_QUEUE: not set");
    }

    private static String shown(Settings settings, String env) {
        return settings.values().stream()
                .filter(value -> value.setting().env().equals(env))
                .map(value -> value.shown() + " " + value.source())
                .findFirst()
                .orElseThrow();
    }

    private static Settings read(Map<String, String> variables) {
        return SettingsReader.read(environment(variables));
    }

    private static StandardEnvironment environment(Map<String, String> variables) {
        var environment = new StandardEnvironment() {
            @Override
            public Map<String, Object> getSystemEnvironment() {
                return Map.copyOf(variables);
            }
        };
        environment.getPropertySources().remove(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.copyOf(variables)));
        OutpostEnvironment.lay(environment);
        return environment;
    }

    /** Somebody who tries it out wants to see their first delivery at once; an operator wants Outpost's pace. */
    @Test
    void paceOfDeliveryAndLog_isOutpostsWhereServersAreNamed() {
        Settings embedded = read(Map.of());
        assertThat(embedded.deliveryConcurrency()).isEqualTo(16);
        assertThat(embedded.logBatchThreshold()).isEqualTo(Duration.ofSeconds(1));

        Map<String, String> named = new HashMap<>(Map.of("REDIS_HOST", "r", "POSTGRES_URL", "postgres://u:p@h/d"));
        assertThat(read(named).deliveryConcurrency()).isEqualTo(1);
        assertThat(read(named).logBatchThreshold()).isEqualTo(Duration.ofSeconds(10));

        named.put("DELIVERY_MAX_CONCURRENCY", "7");
        named.put("LOG_BATCH_THRESHOLD_SECONDS", "2");
        assertThat(read(named).deliveryConcurrency()).isEqualTo(7);
        assertThat(read(named).logBatchThreshold()).isEqualTo(Duration.ofSeconds(2));
    }
}
