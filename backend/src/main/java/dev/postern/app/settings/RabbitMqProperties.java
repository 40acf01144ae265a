package dev.postern.app.settings;

import dev.postern.queue.rabbitmq.RabbitNames;
import dev.postern.rabbitmq.RabbitSettings;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/** RabbitMQ: the delivery queue and the log queue, in Redis's place. */
@ConfigurationProperties("postern.rabbitmq")
public record RabbitMqProperties(
        @Setting(
                env = "RABBITMQ_SERVER_URL",
                description = "Where RabbitMQ is, with user, password and virtual host; the delivery and the log queue"
                        + " are there then",
                defaultNote = "queues in Redis",
                secret = true,
                pattern = ADDRESS,
                expected = ADDRESS_EXPECTED)
        @Nullable
        String serverUrl,

        @Setting(env = "RABBITMQ_EXCHANGE", description = "The exchange of both queues") @DefaultValue("outpost")
        String exchange,

        @Setting(env = "RABBITMQ_DELIVERY_QUEUE", description = "The queue of deliveries that are to be made")
        @DefaultValue("outpost-delivery")
        String deliveryQueue,

        @Setting(env = "RABBITMQ_LOG_QUEUE", description = "The queue of deliveries that are to be logged")
        @DefaultValue("outpost-log")
        String logQueue,

        @Setting(
                env = "RABBITMQ_DELIVERY_DLQ",
                description = "The queue of the delivery queue's dead letters",
                defaultNote = "RABBITMQ_DELIVERY_QUEUE and `.dlq`")
        @Nullable
        String deliveryDlq,

        @Setting(
                env = "RABBITMQ_LOG_DLQ",
                description = "The queue of the log queue's dead letters",
                defaultNote = "RABBITMQ_LOG_QUEUE and `.dlq`")
        @Nullable
        String logDlq,

        @Setting(
                env = "MQS_AUTO_PROVISION",
                description = "Whether an exchange or a queue that is missing in RabbitMQ is declared; else the start"
                        + " is refused")
        @DefaultValue("true")
        boolean autoProvision,

        @Setting(
                env = "POSTERN_RABBITMQ_CONNECT_TIMEOUT_SECONDS",
                description = "For how many seconds a connection to RabbitMQ is tried",
                min = 1,
                max = 300)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("10")
        Duration connectTimeout,

        @Setting(
                env = "POSTERN_RABBITMQ_HEARTBEAT_SECONDS",
                description = "Every how many seconds both sides of a connection show that they live;"
                        + " after two of silence it is made anew",
                min = 1,
                max = 600)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("20")
        Duration heartbeat,

        @Setting(
                env = "POSTERN_RABBITMQ_CONFIRM_TIMEOUT_SECONDS",
                description = "After how many seconds a message that RabbitMQ has not confirmed is sent again",
                min = 1,
                max = 300)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("10")
        Duration confirmTimeout,

        @Setting(
                env = "POSTERN_RABBITMQ_MAX_UNCONFIRMED",
                description = "How many messages may be on their way to RabbitMQ, not confirmed yet",
                min = 1,
                max = 1_000_000)
        @DefaultValue("10000")
        int maxUnconfirmed,

        @Setting(
                env = "POSTERN_RABBITMQ_RENEWAL_SECONDS",
                description = "After how many seconds without a message a consumer looks whether its queue is still"
                        + " there",
                min = 1,
                max = 86_400)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("30")
        Duration renewal) {

    static final String ADDRESS = "amqps?://[^\\s/]+(/\\S*)?";
    static final String ADDRESS_EXPECTED = "amqp[s]://user:password@host:port/vhost";

    /** How to speak to the broker at that address. */
    public RabbitSettings server(String url) {
        return new RabbitSettings(url, connectTimeout, heartbeat, confirmTimeout, maxUnconfirmed, renewal);
    }

    public RabbitNames names() {
        RabbitNames usual = RabbitNames.of(exchange, deliveryQueue, logQueue);
        return new RabbitNames(
                exchange,
                deliveryQueue,
                logQueue,
                deliveryDlq == null ? usual.deliveryDeadLetters() : deliveryDlq,
                logDlq == null ? usual.logDeadLetters() : logDlq);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "RabbitMqProperties[%s]"
                .formatted(serverUrl == null ? "none" : server(serverUrl).address());
    }
}
