package dev.postern.queue;

import dev.postern.model.Origin;
import dev.postern.model.Trace;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The origin in Outpost's form: {@code telemetry} on the event tells since when, and the trace that it was published
 * in; on the task, the trace that asked for it. Where nothing is traced, the ids are all zeros.
 */
final class OriginJson {

    private static final String TELEMETRY = "telemetry";
    private static final String TRACE_ID = "TraceID";
    private static final String SPAN_ID = "SpanID";
    private static final String RECEIVED_TIME = "ReceivedTime";

    private static final String NO_TRACE = "0".repeat(32);
    private static final String NO_SPAN = "0".repeat(16);

    /** The event's members and its origin's. */
    static Map<String, @Nullable Object> with(Map<String, @Nullable Object> event, @Nullable Origin origin) {
        if (origin != null) {
            Trace trace = origin.trace();
            var telemetry = new LinkedHashMap<String, @Nullable Object>();
            telemetry.put(TRACE_ID, trace == null ? NO_TRACE : trace.traceId());
            telemetry.put(SPAN_ID, trace == null ? NO_SPAN : trace.spanId());
            telemetry.put(RECEIVED_TIME, GoTime.write(origin.since()));
            event.put(TELEMETRY, telemetry);
        }
        return event;
    }

    /** Nothing where nothing is traced. */
    static void putTrace(Map<String, @Nullable Object> task, @Nullable Origin origin) {
        if (origin != null && origin.trace() != null) {
            var telemetry = new LinkedHashMap<String, @Nullable Object>();
            telemetry.put(TRACE_ID, origin.trace().traceId());
            telemetry.put(SPAN_ID, origin.trace().spanId());
            task.put(TELEMETRY, telemetry);
        }
    }

    /**
     * Null where nobody said since when. What is no origin is passed over: no delivery waits for its telemetry.
     *
     * @param traced whose trace counts, before the event's
     */
    static @Nullable Origin read(Members event, Members traced) {
        if (!(event.map().get(TELEMETRY) instanceof Map<?, ?> telemetry)) {
            return null;
        }
        Instant since = time(telemetry.get(RECEIVED_TIME));
        if (since == null) {
            return null;
        }
        Trace trace = traced.map().get(TELEMETRY) instanceof Map<?, ?> own ? trace(own) : null;
        return new Origin(since, trace == null ? trace(telemetry) : trace);
    }

    private static @Nullable Instant time(@Nullable Object text) {
        try {
            return text instanceof String time ? GoTime.read(time) : null;
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static @Nullable Trace trace(Map<?, ?> telemetry) {
        return telemetry.get(TRACE_ID) instanceof String traceId
                        && telemetry.get(SPAN_ID) instanceof String spanId
                        && Trace.isOne(traceId, spanId)
                ? new Trace(traceId, spanId)
                : null;
    }

    private OriginJson() {}
}
