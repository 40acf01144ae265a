package dev.postern.api.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Senders who stop in the middle of large bodies. */
class RequestBodyTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LARGE = 100_000;

    private final AtomicLong room = new AtomicLong(LARGE);

    @Test
    void read_ofTooManyLargeOnesAtOnce_isRefusedUntilOneEnds() {
        var first = RequestBody.read(Flux.concat(body(LARGE), Mono.never()), LARGE, room)
                .subscribe();
        var second = RequestBody.read(Flux.concat(body(LARGE), Mono.never()), LARGE, room)
                .subscribe();
        assertThatThrownBy(() -> RequestBody.read(body(LARGE), LARGE, room).block(PATIENCE))
                .isInstanceOfSatisfying(
                        BadRequest.class, e -> assertThat(e.status()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE));
        assertThat(RequestBody.read(body(10), LARGE, room).block(PATIENCE)).hasSize(10);

        first.dispose();
        second.dispose();

        assertThat(RequestBody.read(body(LARGE), LARGE, room).block(PATIENCE)).hasSize(LARGE);
        assertThat(room).hasValue(LARGE);
    }

    private static Flux<DataBuffer> body(int length) {
        return Flux.just(
                DefaultDataBufferFactory.sharedInstance.wrap("x".repeat(length).getBytes(StandardCharsets.UTF_8)));
    }
}
