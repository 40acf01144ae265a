package dev.postern.app.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.app.settings.UnusableSettingException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OtelTracesTest {

    /** Headers bear credentials, and the line goes to where the output is kept. */
    @ParameterizedTest
    @CsvSource({
        "otel.exporter.otlp.headers, Bearer s3cret, OTEL_EXPORTER_OTLP_HEADERS can't",
        "otel.exporter.otlp.traces.headers, otel.of mine s3cret, OTEL_EXPORTER_OTLP_TRACES_HEADERS can't",
        "otel.exporter.otlp.traces.timeout, s3cret, OTEL_EXPORTER_OTLP_TRACES_TIMEOUT can't",
        "otel.traces.sampler, s3cret, OTEL_TRACES_SAMPLER can't",
        "otel.exporter.otlp.endpoint, http://otel:s3cret@[, One of the variables OTEL_… can't",
    })
    void whatCannotBeUsed_isNamedWithoutItsValue(String property, String value, String told) {
        assertThatThrownBy(() -> OtelTraces.start(Map.of(property, value)))
                .isInstanceOf(UnusableSettingException.class)
                .hasMessageStartingWith(told)
                .hasNoCause()
                .satisfies(error -> assertThat(error.getMessage()).doesNotContain("s3cret"));
    }
}
