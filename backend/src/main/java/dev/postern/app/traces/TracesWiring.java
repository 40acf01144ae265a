package dev.postern.app.traces;

import dev.postern.app.settings.ObservabilityProperties;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Traces, where an endpoint is named that takes them; else nothing of OpenTelemetry is so much as loaded. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("postern.traced")
class TracesWiring {

    @Bean
    Traces traces(ObservabilityProperties settings) {
        Map<String, String> given = new HashMap<>();
        given.put("otel.service.name", settings.serviceName());
        if (settings.otlpEndpoint() != null) {
            given.put("otel.exporter.otlp.endpoint", settings.otlpEndpoint());
        }
        if (settings.otlpTracesEndpoint() != null) {
            given.put("otel.exporter.otlp.traces.endpoint", settings.otlpTracesEndpoint());
        }
        return OtelTraces.start(given);
    }

    @Bean
    @ConditionalOnBooleanProperty("postern.has-api")
    TraceGate traceGate(Traces traces) {
        return new TraceGate(traces);
    }
}
