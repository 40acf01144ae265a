package dev.postern.api.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.postern.api.error.ApiException;
import dev.postern.api.error.ErrorCode;
import dev.postern.logstore.MetricsReader.DeliveryPoint;
import dev.postern.logstore.MetricsReader.EventPoint;
import org.junit.jupiter.api.Test;

/** A year of a busy installation, counted in one point: more attempts than the schema's Int can say. */
class MetricsPointControllerTest {

    private static final long LARGE = 3_000_000_000L;

    private final MetricsPointController points = new MetricsPointController();

    @Test
    void counts_beyondAnInt_saySo() {
        var events = new EventPoint(null, null, null, null, LARGE, 1);
        var deliveries = deliveries(LARGE);

        assertTooLarge("count", () -> points.count(events));
        assertTooLarge("count", () -> points.deliveryCount(deliveries));
        assertTooLarge("successCount", () -> points.successCount(deliveries));
        assertTooLarge("failedCount", () -> points.failedCount(deliveries));
        assertTooLarge("firstAttemptCount", () -> points.firstAttemptCount(deliveries));
        assertTooLarge("retryCount", () -> points.retryCount(deliveries));
        assertTooLarge("manualRetryCount", () -> points.manualRetryCount(deliveries));
    }

    @Test
    void counts_upToTheLargestInt_areTold() {
        assertThat(points.deliveryCount(deliveries(Integer.MAX_VALUE))).isEqualTo(Integer.MAX_VALUE);
    }

    private static DeliveryPoint deliveries(long count) {
        return new DeliveryPoint(
                null, null, null, null, null, null, null, null, null, count, count, count, count, count, count, 1, 1,
                null, null, null);
    }

    private static void assertTooLarge(String field, Runnable read) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(read::run)
                .withMessageContaining(field + ": " + LARGE)
                .withMessageContaining("ask for less time")
                .satisfies(error -> assertThat(error.code()).isEqualTo(ErrorCode.TOO_LARGE));
    }
}
