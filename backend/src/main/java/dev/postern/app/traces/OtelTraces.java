package dev.postern.app.traces;

import dev.postern.app.settings.UnusableSettingException;
import dev.postern.model.Trace;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Spans by OpenTelemetry, sent over OTLP in the background; what its queue has no room for is dropped. */
final class OtelTraces implements Traces, AutoCloseable {

    /** Which property OpenTelemetry's own words are about; what comes after it may be its value, and that a secret. */
    private static final Pattern PROPERTY = Pattern.compile("(?:[A-Z][a-z ]+(?:: )?)?(otel(?:\\.[a-z_]+)+)");

    private final OpenTelemetrySdk sdk;
    private final Tracer tracer;

    private OtelTraces(OpenTelemetrySdk sdk) {
        this.sdk = sdk;
        tracer = sdk.getTracer("dev.postern");
    }

    /**
     * Configured by OpenTelemetry's own variables.
     *
     * @param given what is to be known of them though the environment may not say so
     * @throws UnusableSettingException where one of them can't be used; it names that, and shows no value
     */
    static OtelTraces start(Map<String, String> given) {
        Map<String, String> defaults = new HashMap<>(given);
        defaults.put("otel.exporter.otlp.protocol", "http/protobuf");
        defaults.put("otel.metrics.exporter", "none");
        defaults.put("otel.logs.exporter", "none");
        try {
            return new OtelTraces(AutoConfiguredOpenTelemetrySdk.builder()
                    .addPropertiesSupplier(() -> defaults)
                    .disableShutdownHook()
                    .build()
                    .getOpenTelemetrySdk());
        } catch (RuntimeException e) {
            throw new UnusableSettingException(
                    "%s can't be used (expected: what OpenTelemetry's guide has, with OTLP over HTTP with protobuf)"
                            .formatted(variable(String.valueOf(e.getMessage()))));
        }
    }

    private static String variable(String complaint) {
        Matcher property = PROPERTY.matcher(complaint);
        return property.lookingAt()
                ? property.group(1).replace('.', '_').toUpperCase(Locale.ROOT)
                : "One of the variables OTEL_…";
    }

    @Override
    public boolean on() {
        return true;
    }

    @Override
    public Span begin(Beginning beginning) {
        Trace parent = beginning.parent();
        return start(
                beginning,
                parent == null
                        ? Context.root()
                        : Context.root().with(io.opentelemetry.api.trace.Span.wrap(context(parent))));
    }

    @Override
    public Span serve(String name, Function<String, @Nullable String> header) {
        Context caller = W3CTraceContextPropagator.getInstance().extract(Context.root(), header, Headers.GETTER);
        return start(new Beginning(name, Kind.SERVER, null), caller);
    }

    private Span start(Beginning beginning, Context parent) {
        SpanBuilder builder = tracer.spanBuilder(beginning.name())
                .setParent(parent)
                .setSpanKind(SpanKind.valueOf(beginning.kind().name()));
        if (beginning.since() != null) {
            builder.setStartTimestamp(beginning.since());
        }
        beginning.links().forEach(link -> builder.addLink(context(link)));
        io.opentelemetry.api.trace.Span span = builder.startSpan();
        return span.getSpanContext().isSampled() ? new Recorded(span) : Span.NONE;
    }

    private static SpanContext context(Trace trace) {
        return SpanContext.createFromRemoteParent(
                trace.traceId(), trace.spanId(), TraceFlags.getSampled(), TraceState.getDefault());
    }

    /** Sends what is still to be sent, for a few seconds at most. */
    @Override
    public void close() {
        sdk.close();
    }

    private record Recorded(io.opentelemetry.api.trace.Span span) implements Span {

        @Override
        public Trace place() {
            SpanContext context = span.getSpanContext();
            return new Trace(context.getTraceId(), context.getSpanId());
        }

        @Override
        public Span named(String name) {
            span.updateName(name);
            return this;
        }

        @Override
        public Span with(String key, String value) {
            span.setAttribute(key, value);
            return this;
        }

        @Override
        public Span with(String key, long value) {
            span.setAttribute(AttributeKey.longKey(key), value);
            return this;
        }

        @Override
        public Span failed(String reason) {
            span.setStatus(StatusCode.ERROR, reason);
            return this;
        }

        @Override
        public void end() {
            span.end();
        }
    }

    private enum Headers implements TextMapGetter<Function<String, @Nullable String>> {
        GETTER;

        @Override
        public Iterable<String> keys(Function<String, @Nullable String> headers) {
            return List.of();
        }

        @Override
        public @Nullable String get(@Nullable Function<String, @Nullable String> headers, String name) {
            return headers == null ? null : headers.apply(name);
        }
    }
}
