package dev.postern.app.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.alert.OperatorEventSink;
import dev.postern.alert.rabbitmq.RabbitSink;
import dev.postern.app.settings.AlertProperties;
import dev.postern.app.settings.CoreProperties;
import dev.postern.app.settings.RabbitMqProperties;
import dev.postern.app.settings.Settings;
import dev.postern.app.settings.SettingsReader;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class AlertWiringTest {

    /** The operators' broker is down: that delays what they are told, and must not stop deliveries. */
    @Test
    void rabbitSink_whileItsBrokerIsDown_startsAllTheSame() {
        Settings settings = settings(Map.of(
                "postern.alert.topics",
                "*",
                "postern.alert.rabbit-url",
                "amqp://u:p@127.0.0.1:1",
                "postern.alert.rabbit-exchange",
                "told"));
        OperatorEventSink sink = new AlertWiring()
                .rabbitSink(
                        settings.get(AlertProperties.class),
                        settings.get(RabbitMqProperties.class),
                        settings.get(CoreProperties.class));
        assertThat(sink).isInstanceOfSatisfying(RabbitSink.class, RabbitSink::close);
    }

    private static Settings settings(Map<String, Object> properties) {
        var environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
        return SettingsReader.read(environment);
    }
}
