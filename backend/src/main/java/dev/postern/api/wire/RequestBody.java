package dev.postern.api.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A request's body, up to a limit. */
final class RequestBody {

    /** A body this many times too large is read on and thrown away, so that its sender hears the answer. */
    private static final int PATIENCE = 4;

    private final int limit;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long seen;

    private RequestBody(int limit) {
        this.limit = limit;
    }

    /** The body as text; fails with {@link BadRequest}. */
    static Mono<String> read(Flux<DataBuffer> body, int limit) {
        return Mono.defer(() -> {
            var reading = new RequestBody(limit);
            return body.doOnNext(reading::take)
                    .takeUntil(buffer -> reading.seen > (long) limit * PATIENCE)
                    .then(Mono.fromCallable(reading::text));
        });
    }

    private void take(DataBuffer buffer) {
        seen += buffer.readableByteCount();
        if (seen <= limit) {
            byte[] chunk = new byte[buffer.readableByteCount()];
            buffer.read(chunk);
            bytes.writeBytes(chunk);
        } else {
            bytes.reset();
        }
        DataBufferUtils.release(buffer);
    }

    private String text() {
        if (seen > limit) {
            throw BadRequest.tooLarge(limit);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw BadRequest.malformed("The body is not UTF-8");
        }
    }
}
