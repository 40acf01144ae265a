package dev.postern.app.settings;

import dev.postern.alert.AlertSettings;
import dev.postern.alert.OperatorTopics;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/** When a destination's failures are too many, and who is told. */
@ConfigurationProperties("postern.alert")
public record AlertProperties(
        @Setting(
                env = "ALERT_CONSECUTIVE_FAILURE_COUNT",
                description = "After how many failed attempts in a row a destination's failures are too many;"
                        + " they are counted for 24 hours after the last",
                emptyIsValue = true,
                pattern = "[1-9][0-9]{0,4}",
                expected = "a whole number from 1 to 99999, or nothing, so that failures are not counted")
        @DefaultValue("100")
        String consecutiveFailures,

        @Setting(
                env = "ALERT_AUTO_DISABLE_DESTINATION",
                description = "Whether the destination is disabled then; what waits for it is delivered once it is"
                        + " enabled again")
        @DefaultValue("false")
        boolean disables,

        @Setting(
                env = "ALERT_EXHAUSTED_RETRIES_WINDOW_SECONDS",
                description = "For how many seconds after one operator event on a destination's exhausted retries no"
                        + " other is sent; 0 sends each",
                emptyIsValue = true,
                pattern = "[0-9]{1,8}",
                expected = "a whole number of seconds from 0 to 99999999, or nothing, so that none is sent")
        @DefaultValue("3600")
        String exhaustedWindow,

        @Setting(
                env = "OPERATOR_EVENTS_TOPICS",
                description = "What operators are told of, separated by commas, or * for all:"
                        + " alert.destination.consecutive_failure, alert.destination.disabled,"
                        + " alert.attempt.exhausted_retries, attempt.success, attempt.failed,"
                        + " tenant.subscription.updated",
                defaultNote = "nothing")
        List<String> topics,

        @Setting(
                env = "OPERATOR_EVENTS_HTTP_URL",
                description = "Where operator events are posted to; may be a private address",
                secret = true,
                pattern = "https?://\\S+",
                expected = "an http or https URL")
        @Nullable
        String httpUrl,

        @Setting(
                env = "OPERATOR_EVENTS_HTTP_SIGNING_SECRET",
                description = "The secret of the HMAC-SHA256 of the body, sent as X-Outpost-Signature: v0=<hex>",
                secret = true,
                defaultNote = "no signature")
        @Nullable
        String httpSecret,

        @Setting(
                env = "OPERATOR_EVENTS_RABBITMQ_SERVER_URL",
                description = "The RabbitMQ that operator events are sent to, with user, password and virtual host;"
                        + " counts where OPERATOR_EVENTS_HTTP_URL is not given",
                secret = true,
                pattern = RabbitMqProperties.ADDRESS,
                expected = RabbitMqProperties.ADDRESS_EXPECTED)
        @Nullable
        String rabbitUrl,

        @Setting(
                env = "OPERATOR_EVENTS_RABBITMQ_EXCHANGE",
                description = "The exchange there, which is not declared; the routing key is the event's topic."
                        + " Needed where OPERATOR_EVENTS_RABBITMQ_SERVER_URL is given")
        @Nullable
        String rabbitExchange,

        @Setting(
                env = "POSTERN_OPERATOR_EVENTS_WAIT_SECONDS",
                description = "For how many seconds deliveries wait in all while operator events can't be queued;"
                        + " then events are lost, and logged, until they can be",
                min = 0,
                max = 86_400)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("60")
        Duration patience,

        @Setting(
                env = "POSTERN_OPERATOR_EVENTS_TIMEOUT_SECONDS",
                description = "How many seconds the receiver of an operator event has to answer",
                min = 1,
                max = 600)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("5")
        Duration timeout,

        @Setting(
                env = "POSTERN_OPERATOR_EVENTS_TRIES",
                description = "How often an operator event is sent that is not taken, before it is given up",
                min = 1,
                max = 100)
        @DefaultValue("5")
        int tries) {

    public AlertProperties {
        topics = List.copyOf(topics);
        for (String topic : topics) {
            if (!topic.equals(OperatorTopics.ALL) && !OperatorTopics.KNOWN.contains(topic)) {
                throw new IllegalArgumentException("OPERATOR_EVENTS_TOPICS: '%s' (expected: * or any of %s)"
                        .formatted(topic, String.join(", ", OperatorTopics.KNOWN)));
            }
        }
        if (rabbitUrl != null && rabbitExchange == null) {
            throw new UnusableSettingException("OPERATOR_EVENTS_RABBITMQ_EXCHANGE: not set (expected: an exchange's"
                    + " name, as OPERATOR_EVENTS_RABBITMQ_SERVER_URL is set)");
        }
    }

    /** Whether there is somebody to tell, and something to tell of. */
    public boolean tells() {
        return sink() != Sink.NONE && !topics.isEmpty();
    }

    /** Where operator events go: to the first that is named, as in Outpost. */
    public Sink sink() {
        if (httpUrl != null) {
            return Sink.HTTP;
        }
        return rabbitUrl == null ? Sink.NONE : Sink.RABBITMQ;
    }

    public AlertSettings limits() {
        return new AlertSettings(
                consecutiveFailures.isEmpty() ? 0 : Integer.parseInt(consecutiveFailures),
                disables,
                exhaustedWindow.isEmpty()
                        ? Optional.empty()
                        : Optional.of(Duration.ofSeconds(Long.parseLong(exhaustedWindow))));
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return "AlertProperties[%s]".formatted(sink());
    }

    /** Who takes operator events. */
    public enum Sink {
        NONE,
        HTTP,
        RABBITMQ
    }
}
