package dev.postern.alert.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.GetResponse;
import dev.postern.alert.OperatorEventSink;
import dev.postern.alert.OperatorEventSinkContract;
import dev.postern.rabbitmq.RabbitConnection;
import dev.postern.rabbitmq.RabbitException;
import dev.postern.rabbitmq.RabbitPublisher;
import dev.postern.rabbitmq.RabbitSettings;
import dev.postern.servers.TestRabbit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

class RabbitSinkTest extends OperatorEventSinkContract {

    private final RabbitConnection rabbit = TestRabbit.connect();
    private final RabbitPublisher publisher = publisher(TestRabbit.settings());
    private final String exchange = TestRabbit.name("told");
    private final String queue = TestRabbit.name("told");

    @BeforeEach
    void declare() {
        rabbit.call(channel -> {
                    channel.exchangeDeclare(exchange, "topic", true);
                    channel.queueDeclare(queue, true, false, false, Map.of("x-queue-type", "quorum"));
                    channel.queueBind(queue, exchange, "attempt.*");
                })
                .block();
    }

    @AfterEach
    void remove() {
        rabbit.call(channel -> {
                    channel.queueDelete(queue);
                    channel.exchangeDelete(exchange);
                })
                .block();
        publisher.close();
        rabbit.close();
    }

    @Override
    protected OperatorEventSink create() {
        return new RabbitSink(publisher, exchange);
    }

    @Override
    protected List<String> received(int count) {
        return take(count).stream()
                .map(message -> new String(message.getBody(), StandardCharsets.UTF_8))
                .toList();
    }

    /** Its owner unbound the queue: the broker would drop what comes. */
    @Override
    protected void refuse() {
        rabbit.call(channel -> channel.queueUnbind(queue, exchange, "attempt.*"))
                .block();
    }

    @Override
    protected OperatorEventSink withNobodyThere() {
        return new RabbitSink(publisher, "absent");
    }

    /** A receiver chooses by topic, and knows by the id what it had already. */
    @Test
    void send_namesTopicAndId() {
        create().send(EVENT).block(PATIENCE);
        GetResponse message = take(1).getFirst();
        assertThat(message.getEnvelope().getRoutingKey()).isEqualTo("attempt.failed");
        assertThat(message.getProps().getMessageId()).isEqualTo("id_1");
        assertThat(message.getProps().getContentType()).isEqualTo("application/json");
        assertThat(message.getProps().getDeliveryMode()).isEqualTo(2);
    }

    /** The operators' broker comes after us: neither the start nor what is told before minds. */
    @Test
    void send_beforeTheBrokerIsThere_isAnError() {
        var away = RabbitSettings.of("amqp://u:s3cret@127.0.0.1:1").withConnectTimeout(Duration.ofSeconds(2));
        try (var sink = new RabbitSink(publisher(away), exchange)) {
            StepVerifier.create(sink.send(EVENT))
                    .expectErrorSatisfies(e -> assertThat(e)
                            .hasMessageContaining("amqp://127.0.0.1:1: Connection refused")
                            .hasMessageNotContaining("s3cret"))
                    .verify(PATIENCE);
        }
    }

    private static RabbitPublisher publisher(RabbitSettings settings) {
        try {
            return new RabbitPublisher(settings, "postern test");
        } catch (RabbitException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<GetResponse> take(int count) {
        await().atMost(PATIENCE)
                .until(() -> rabbit.ask(channel -> channel.messageCount(queue))
                                .blockOptional()
                                .orElse(0L)
                        >= count);
        return rabbit.ask(channel -> {
                    long there = channel.messageCount(queue);
                    return IntStream.range(0, Math.toIntExact(there))
                            .mapToObj(i -> get(channel))
                            .toList();
                })
                .blockOptional()
                .orElseThrow();
    }

    private GetResponse get(com.rabbitmq.client.Channel channel) {
        try {
            return channel.basicGet(queue, true);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
