package dev.postern.retry.redis;

import dev.postern.json.Json;
import dev.postern.model.RetryTask;
import dev.postern.model.Trace;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A retry as Outpost stores it: its message id and its body, with Go's field names. One field is ours,
 * which Outpost passes over and doesn't write: the number of the attempt before it.
 */
final class RetryBody {

    private static final int DIGITS = 22;

    private static final String AFTER_ATTEMPT = "postern_after_attempt";

    static String write(RetryTask task, int afterAttempt, @Nullable Trace trace) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("EventID", task.eventId());
        json.put("TenantID", task.tenantId());
        json.put("DestinationID", task.destinationId());
        json.put("Telemetry", trace == null ? null : telemetry(trace));
        if (afterAttempt > 0) {
            json.put(AFTER_ATTEMPT, (long) afterAttempt);
        }
        return Json.writeGo(json);
    }

    /** Throws where the text is no such body. */
    static Read read(String text) {
        var json = Json.parseObject(text);
        return new Read(
                new RetryTask(
                        String.valueOf(json.getOrDefault("EventID", "")),
                        String.valueOf(json.getOrDefault("TenantID", "")),
                        String.valueOf(json.getOrDefault("DestinationID", ""))),
                json.get(AFTER_ATTEMPT) instanceof Number after ? Math.max(after.intValue(), 0) : 0,
                json.get("Telemetry") instanceof Map<?, ?> telemetry ? trace(telemetry) : null);
    }

    private static Map<String, @Nullable Object> telemetry(Trace trace) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("TraceID", trace.traceId());
        json.put("SpanID", trace.spanId());
        return json;
    }

    /** What is no trace is passed over: no retry waits for it. */
    private static @Nullable Trace trace(Map<?, ?> telemetry) {
        return telemetry.get("TraceID") instanceof String traceId
                        && telemetry.get("SpanID") instanceof String spanId
                        && Trace.isOne(traceId, spanId)
                ? new Trace(traceId, spanId)
                : null;
    }

    /** What a body says. */
    record Read(RetryTask task, int afterAttempt, @Nullable Trace trace) {}

    /** The id that Outpost gives it, whatever the tenant. */
    static String id(RetryTask task) {
        return id(task.eventId() + ":" + task.destinationId());
    }

    /** The id for when another tenant's retry, or one whose ids run together alike, has the first. */
    static String ownId(RetryTask task) {
        return id(task.tenantId() + ":" + task.eventId() + ":" + task.destinationId());
    }

    private static String id(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            String digits = new BigInteger(1, digest).toString(36).toUpperCase(Locale.ROOT);
            return "0000000000" + digits.substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private RetryBody() {}
}
