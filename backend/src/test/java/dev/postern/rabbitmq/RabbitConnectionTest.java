package dev.postern.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.servers.TestRabbit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RabbitConnectionTest {

    /** A typo in the password: one line says where, and not which. */
    @Test
    void connect_tellsOfAWrongPasswordWithoutShowingIt() {
        String address = TestRabbit.settings().address();
        String wrong = address.replace("amqp://", "amqp://nobody:s3cret@");
        assertThatThrownBy(() -> new RabbitConnection(RabbitSettings.of(wrong), "test"))
                .isInstanceOf(RabbitException.class)
                .hasMessageStartingWith("RabbitMQ at " + address + ": ACCESS_REFUSED")
                .hasMessageNotContainingAny("s3cret", "nobody");
    }

    @Test
    void connect_failsWhereNobodyListens() {
        var away = RabbitSettings.of("amqp://u:s3cret@127.0.0.1:1").withConnectTimeout(Duration.ofSeconds(2));
        assertThatThrownBy(() -> new RabbitConnection(away, "test"))
                .isInstanceOf(RabbitException.class)
                .hasMessageContaining("amqp://127.0.0.1:1: Connection refused")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void connect_refusesWhatIsNoAddress() {
        assertThatThrownBy(() -> new RabbitConnection(RabbitSettings.of("amqp://u:s3cret@a b"), "test"))
                .hasMessage("not an address (expected: amqp[s]://user:password@host:port/vhost)");
    }

    /** Somebody deleted a queue: nobody is told that the message is safe. */
    @Test
    void publish_failsWhereNoQueueTakesTheMessage() {
        try (RabbitConnection rabbit = TestRabbit.connect()) {
            var message = RabbitMessage.of("", TestRabbit.name("absent"), new byte[0]);
            Unpublished rest =
                    Objects.requireNonNull(rabbit.publish(List.of(message)).block());
            assertThat(rest.messages()).containsExactly(message);
            assertThat(rest.failure()).hasMessageContaining("has no queue").hasMessageContaining("NO_ROUTE");
        }
    }

    /** The exchange is gone: the broker closes the channel, and the next publication has a new one. */
    @Test
    void publish_outlivesAMissingExchange() {
        String queue = TestRabbit.name("queue");
        try (RabbitConnection rabbit = TestRabbit.connect()) {
            rabbit.call(channel -> channel.queueDeclare(queue, true, false, false, Map.of()))
                    .block();
            Unpublished lost =
                    Objects.requireNonNull(rabbit.publish(List.of(RabbitMessage.of("absent", queue, new byte[1])))
                            .block());
            assertThat(lost.failure()).hasMessageContaining("NOT_FOUND");
            assertThat(Objects.requireNonNull(rabbit.publish(List.of(RabbitMessage.of("", queue, new byte[1])))
                                    .block())
                            .isNothing())
                    .isTrue();
            rabbit.call(channel -> channel.queueDelete(queue)).block();
        }
    }

    /** A burst beyond what may be unconfirmed waits its turn. */
    @Test
    void publish_keepsToTheMostThatMayBeUnconfirmed() {
        String queue = TestRabbit.name("queue");
        try (RabbitConnection rabbit = TestRabbit.connect(TestRabbit.settings().withMaxUnconfirmed(5))) {
            rabbit.call(channel -> channel.queueDeclare(queue, true, false, false, Map.of("x-queue-type", "quorum")))
                    .block();
            List<RabbitMessage> burst = IntStream.range(0, 500)
                    .mapToObj(n -> RabbitMessage.of("", queue, new byte[10]))
                    .toList();
            assertThat(Objects.requireNonNull(rabbit.publish(burst).block()).isNothing())
                    .isTrue();
            assertThat(rabbit.ask(channel -> channel.messageCount(queue)).block())
                    .isEqualTo(500);
            rabbit.call(channel -> channel.queueDelete(queue)).block();
        }
    }
}
