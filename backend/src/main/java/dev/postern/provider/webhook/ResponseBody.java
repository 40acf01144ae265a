package dev.postern.provider.webhook;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** An answer's body while it arrives, kept up to a limit. */
final class ResponseBody {

    private final int limit;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private boolean overflowed;

    ResponseBody(int limit) {
        this.limit = limit;
    }

    /** Takes the next bytes; true once they are too many and no more are wanted. */
    boolean overflows(byte[] bytes) {
        if (kept.size() + bytes.length > limit) {
            overflowed = true;
            kept.reset();
        } else {
            kept.writeBytes(bytes);
        }
        return overflowed;
    }

    /** The body as text. What is no UTF-8, and NUL, which no log store takes, become replacement characters. */
    String text() {
        return overflowed
                ? "[body of more than %d bytes, not kept]".formatted(limit)
                : kept.toString(StandardCharsets.UTF_8).replace('\0', '\ufffd');
    }
}
