package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.api.live.Subscriptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * Clients come, watch and go, again and again: nothing is left of them. {@code -Dpostern.churn-rounds=10000} has more of
 * them come, and each run prints what it measured.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ChurnTest extends ApiTest {

    private static final int ROUNDS = Integer.getInteger("postern.churn-rounds", 300);
    private static final int WARM_UP = 300;
    private static final long MOST_LEFT = 4 << 20;
    private static final String WATCH = "subscription { deliveryLogged { id } }";

    @Autowired
    Subscriptions subscriptions;

    @Test
    void eventStreams_leaveNothingBehind() {
        churn("SSE", round -> {
            try (Stream<String> lines = stream(OPERATOR, WATCH).body()) {
                assertThat(lines.findFirst()).contains(":");
            }
            await().pollInterval(Duration.ofMillis(1)).until(() -> subscriptions.open() == 0);
        });
    }

    @Test
    void sockets_leaveNothingBehind() {
        churn("WebSocket", round -> {
            try (SocketClient client = SocketClient.connectAs(port, OPERATOR)) {
                client.send("{\"type\":\"subscribe\",\"id\":\"1\",\"payload\":{\"query\":\"" + WATCH + "\"}}");
                await().pollInterval(Duration.ofMillis(1)).until(() -> subscriptions.open() == 1);
            }
            await().pollInterval(Duration.ofMillis(1)).until(() -> subscriptions.open() == 0);
        });
    }

    private static void churn(String what, IntConsumer round) {
        IntStream.range(0, WARM_UP).forEach(round);
        long before = used();
        IntStream.range(0, ROUNDS).forEach(round);
        long after = used();
        System.out.printf(
                "%s: %,d rounds, heap in use %,d KiB before and %,d KiB after%n",
                what, ROUNDS, before >> 10, after >> 10);
        assertThat(after - before).as("bytes left by %d rounds", ROUNDS).isLessThan(MOST_LEFT);
    }

    /** The least of some looks, for what goes on beside is not what is measured. */
    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        return IntStream.range(0, 5)
                .mapToLong(look -> {
                    System.gc();
                    return runtime.totalMemory() - runtime.freeMemory();
                })
                .min()
                .orElseThrow();
    }
}
