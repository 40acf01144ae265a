package dev.postern.model;

import java.util.regex.Pattern;

/**
 * A place in a trace that is recorded, as the W3C's trace context names it.
 *
 * @param traceId 32 lower-case hexadecimal digits, not all zero
 * @param spanId 16 lower-case hexadecimal digits, not all zero
 */
public record Trace(String traceId, String spanId) {

    private static final Pattern TRACE_ID = Pattern.compile("(?!0+$)[0-9a-f]{32}");
    private static final Pattern SPAN_ID = Pattern.compile("(?!0+$)[0-9a-f]{16}");

    public Trace {
        if (!isOne(traceId, spanId)) {
            throw new IllegalArgumentException(
                    "trace: %s/%s (expected: 32 and 16 hexadecimal digits)".formatted(traceId, spanId));
        }
    }

    /** Whether these name a place; all zeros name none. */
    public static boolean isOne(String traceId, String spanId) {
        return TRACE_ID.matcher(traceId).matches() && SPAN_ID.matcher(spanId).matches();
    }
}
