package dev.postern.api.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A request's body, up to a limit. */
final class RequestBody {

    /** A body this many times too large is read on and thrown away, so that its sender hears the answer. */
    private static final int PATIENCE = 4;

    /** Bodies up to this share no room: there is always memory for an ordinary query. */
    private static final int SMALL = 64 * 1024;

    private final int limit;
    private final AtomicLong room;
    private long held;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long seen;

    private RequestBody(int limit, AtomicLong room) {
        this.limit = limit;
        this.room = room;
    }

    /**
     * The body as text; fails with {@link BadRequest}.
     *
     * @param room how many bytes large bodies that are being read may still hold together
     */
    static Mono<String> read(Flux<DataBuffer> body, int limit, AtomicLong room) {
        return Mono.defer(() -> {
            var reading = new RequestBody(limit, room);
            return body.doOnNext(reading::take)
                    .takeUntil(buffer -> reading.seen > (long) limit * PATIENCE)
                    .then(Mono.fromCallable(reading::text))
                    .doFinally(signal -> room.addAndGet(reading.held));
        });
    }

    private void take(DataBuffer buffer) {
        seen += buffer.readableByteCount();
        if (seen <= limit) {
            hold(buffer);
            byte[] chunk = new byte[buffer.readableByteCount()];
            buffer.read(chunk);
            bytes.writeBytes(chunk);
        } else {
            bytes.reset();
        }
        DataBufferUtils.release(buffer);
    }

    private void hold(DataBuffer buffer) {
        long more = Math.min(buffer.readableByteCount(), seen - SMALL);
        if (more > 0) {
            if (room.addAndGet(-more) < 0) {
                room.addAndGet(more);
                DataBufferUtils.release(buffer);
                throw BadRequest.busy();
            }
            held += more;
        }
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
