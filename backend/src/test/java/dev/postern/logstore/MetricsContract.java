package dev.postern.logstore;

import static dev.postern.logstore.MetricsData.EMOJI_TOPIC;
import static dev.postern.logstore.MetricsData.LATE_TOPIC;
import static dev.postern.logstore.MetricsData.MONDAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.postern.logstore.DeliveryMetricsQuery.Measure;
import dev.postern.logstore.MetricsReader.DeliveryPoint;
import dev.postern.logstore.MetricsReader.EventPoint;
import dev.postern.model.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/**
 * How every log counts: what {@link MetricsData} comes to, worked out by hand. All of it is stored twice, some thrice,
 * and the process is in a time zone that is half an hour off. An adapter's test says how to make an empty log.
 */
public abstract class MetricsContract {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final MetricsLimits LIMITS = new MetricsLimits(1_000, Duration.ofSeconds(60));
    private static final MetricsWindow WINTER = window("2025-12-01T00:00:00Z", "2026-03-01T00:00:00Z", null);
    private static final Set<Measure> ALL = EnumSet.allOf(Measure.class);
    private static final TimeZone ZONE = TimeZone.getDefault();

    protected abstract LogWriter writer();

    protected abstract MetricsReader metrics();

    protected abstract void clear();

    @BeforeAll
    static void move() {
        TimeZone.setDefault(TimeZone.getTimeZone("America/St_Johns"));
    }

    @AfterAll
    static void moveBack() {
        TimeZone.setDefault(ZONE);
    }

    /** A batch was stored, but the process died before it told the queue so; one end was told anew. */
    @BeforeEach
    void fill() {
        clear();
        writer().insert(List.of(MetricsData.superseded())).block(PATIENCE);
        writer().insert(MetricsData.entries()).block(PATIENCE);
        writer().insert(MetricsData.entries()).block(PATIENCE);
    }

    @Test
    void deliveries_areMeasured() {
        DeliveryPoint point = onlyPoint(deliveries(WINTER, MetricsFilters.tenants("acme"), ALL, LIMITS));

        assertThat(point.time()).isNull();
        assertThat(point.count()).isEqualTo(8);
        assertThat(point.successCount()).isEqualTo(5);
        assertThat(point.failedCount()).isEqualTo(3);
        assertThat(point.errorRate()).isEqualTo(0.375);
        assertThat(point.firstAttemptCount()).isEqualTo(6);
        assertThat(point.retryCount()).isEqualTo(2);
        assertThat(point.manualRetryCount()).isEqualTo(1);
        assertThat(point.averageAttemptNumber()).isEqualTo(1.375);
        assertThat(point.rate()).isCloseTo(8 / (90 * 86_400.0), within(1e-12));
        assertThat(point.latencyP50()).isEqualTo(40);
        assertThat(point.latencyP95()).isCloseTo(88, within(1e-9));
        assertThat(point.latencyP99()).isCloseTo(97.6, within(1e-9));
    }

    /** A chart without latencies need not pay for them. */
    @ParameterizedTest
    @EnumSource
    void deliveries_areMeasuredByWhatIsAskedForAlone(Measure measure) {
        DeliveryPoint point = onlyPoint(deliveries(WINTER, DeliveryFilter.ANY, Set.of(measure), LIMITS));

        assertThat(Stream.<@Nullable Number>of(
                                point.count(),
                                point.successCount(),
                                point.failedCount(),
                                point.firstAttemptCount(),
                                point.retryCount(),
                                point.manualRetryCount(),
                                point.averageAttemptNumber(),
                                point.latencyP50(),
                                point.latencyP95(),
                                point.latencyP99())
                        .map(value -> value != null && value.doubleValue() != 0))
                .isEqualTo(Arrays.stream(Measure.values())
                        .map(each -> each == measure)
                        .toList());
    }

    @Test
    void countsOfNothing_areZero() {
        MetricsWindow empty = window("2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z", null);

        assertThat(onlyPoint(deliveries(empty, DeliveryFilter.ANY, ALL, LIMITS)))
                .isEqualTo(DeliveryPoint.none(null))
                .extracting(DeliveryPoint::errorRate)
                .isEqualTo(0.0);
        assertThat(onlyPoint(events(empty, EventFilter.ANY, LIMITS))).isEqualTo(EventPoint.none(null));
        assertThat(deliveries(empty, DeliveryFilter.ANY, ALL, LIMITS, DeliveryMetricsQuery.Dimension.TOPIC)
                        .points())
                .isEmpty();
        assertThat(deliveries(WINTER, DeliveryFilter.ANY, Set.of(), LIMITS).points())
                .hasSize(1);
    }

    /** Destinations whose latency was never measured. */
    @Test
    void quantilesOfNothing_areNull() {
        Metrics<DeliveryPoint> metrics = deliveries(
                window("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", null), DeliveryFilter.ANY, ALL, LIMITS);

        assertThat(onlyPoint(metrics).count()).isEqualTo(1);
        assertThat(onlyPoint(metrics).latencyP50()).isNull();
        assertThat(onlyPoint(metrics).latencyP99()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "2025-12-28T23:59:59.999Z, 2025-12-31T23:59:59.999Z, 3",
        "2025-12-28T23:59:59.999Z, 2025-12-31T23:59:59.999000001Z, 4",
        "2025-12-28T23:59:59.999000001Z, 2026-01-01T00:00:00Z, 3",
        "2025-12-29T00:00:00Z, 2025-12-29T00:00:00.000000001Z, 1",
        "0001-01-01T00:00:00Z, 9999-12-31T23:59:59.999Z, 8",
        "-000001-01-01T00:00:00Z, +10000-01-01T00:00:00Z, 8"
    })
    void window_hasItsStartAndNotItsEnd(Instant start, Instant end, int count) {
        MetricsWindow window = new MetricsWindow(start, end, null);

        assertThat(onlyPoint(deliveries(window, MetricsFilters.tenants("acme"), ALL, LIMITS))
                        .count())
                .isEqualTo(count);
    }

    /** Each bucket as its start, its count, and the seconds that it shares with the window. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PT30S | 2025-12-29T00:00:00Z | 2025-12-29T00:01:15Z | 2025-12-29T00:00:00Z 1 30, 2025-12-29T00:00:30Z 1 30, 2025-12-29T00:01:00Z 0 15
            PT7M  | 2025-12-28T23:58:00Z | 2025-12-29T00:02:00Z | 2025-12-28T23:54:00Z 3 180, 2025-12-29T00:01:00Z 0 60
            PT6H  | 2025-12-28T23:00:00Z | 2025-12-29T18:30:00Z | 2025-12-28T18:00:00Z 1 3600, 2025-12-29T00:00:00Z 2 21600, 2025-12-29T06:00:00Z 0 21600, 2025-12-29T12:00:00Z 0 21600, 2025-12-29T18:00:00Z 0 1800
            P1D   | 2025-12-31T00:00:00Z | 2026-01-02T00:00:00Z | 2025-12-31T00:00:00Z 1 86400, 2026-01-01T00:00:00Z 1 86400
            P2D   | 2025-12-29T00:00:00Z | 2026-01-02T00:00:00Z | 2025-12-28T00:00:00Z 2 86400, 2025-12-30T00:00:00Z 1 172800, 2026-01-01T00:00:00Z 1 86400
            P7D   | 2025-12-28T00:00:00Z | 2026-01-06T00:00:00Z | 2025-12-22T00:00:00Z 1 86400, 2025-12-29T00:00:00Z 4 604800, 2026-01-05T00:00:00Z 1 86400
            P14D  | 2025-12-22T00:00:00Z | 2026-01-19T00:00:00Z | 2025-12-22T00:00:00Z 5 1209600, 2026-01-05T00:00:00Z 1 1209600
            P1M   | 2025-12-15T00:00:00Z | 2026-02-11T00:00:00Z | 2025-12-01T00:00:00Z 4 1468800, 2026-01-01T00:00:00Z 4 2678400, 2026-02-01T00:00:00Z 0 864000""")
    void buckets_lieInUtc_andGapsAreFilled(String granularity, Instant start, Instant end, String expected) {
        MetricsWindow window = new MetricsWindow(start, end, granularity(granularity));

        Metrics<DeliveryPoint> metrics = deliveries(window, MetricsFilters.tenants("acme"), ALL, LIMITS);

        assertThat(metrics.truncated()).isFalse();
        String[] buckets = expected.split(", ", -1);
        assertThat(metrics.points()).hasSize(buckets.length);
        for (int i = 0; i < buckets.length; i++) {
            String[] bucket = buckets[i].split(" ", -1);
            DeliveryPoint point = metrics.points().get(i);
            assertThat(point.time()).isEqualTo(bucket[0]);
            assertThat(point.count()).as("%s", point.time()).isEqualTo(Long.parseLong(bucket[1]));
            assertThat(point.rate())
                    .isCloseTo(Double.parseDouble(bucket[1]) / Integer.parseInt(bucket[2]), within(1e-12));
        }
    }

    @Test
    void bucketsOfEvents_areFilledToo() {
        Metrics<EventPoint> metrics = events(
                window("2025-12-15T00:00:00Z", "2026-04-01T00:00:00Z", Granularity.MONTH), EventFilter.ANY, LIMITS);

        assertThat(metrics.points())
                .extracting(point -> point.time() + " " + point.count())
                .containsExactly(
                        "2025-12-01T00:00:00Z 3",
                        "2026-01-01T00:00:00Z 4",
                        "2026-02-01T00:00:00Z 1",
                        "2026-03-01T00:00:00Z 0");
        assertThat(metrics.points().getFirst().rate()).isCloseTo(3 / (17 * 86_400.0), within(1e-12));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            TENANT           | acme 8, globex 2
            DESTINATION      | des_1 6, des_2 2, des_ü 2
            DESTINATION_TYPE | aws_sqs 2, webhook 8
            TOPIC            | order.created 5, order.paid 3, LATE 1, EMOJI 1
            STATUS           | SUCCESS 6, FAILED 4
            CODE             | null 1, 200 5, 404 1, 500 2, ok 1
            MANUAL           | false 9, true 1
            ATTEMPT_NUMBER   | 1 8, 2 1, 3 1""")
    void deliveries_areToldApartByEachDimension(DeliveryMetricsQuery.Dimension dimension, String expected) {
        Metrics<DeliveryPoint> metrics = deliveries(WINTER, DeliveryFilter.ANY, ALL, LIMITS, dimension, dimension);

        assertThat(metrics.points())
                .extracting(point -> values(point).findFirst().orElse("null") + " " + point.count())
                .containsExactly(expected.replace("LATE", LATE_TOPIC)
                        .replace("EMOJI", EMOJI_TOPIC)
                        .split(", ", -1));
        assertThat(metrics.points())
                .allSatisfy(point -> assertThat(values(point).count()).isLessThanOrEqualTo(1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            TENANT      | acme 6, globex 2
            TOPIC       | order.created 3, order.paid 3, LATE 1, EMOJI 1
            DESTINATION | des_1 4, des_2 2, des_all 8, des_ü 2""")
    void events_areToldApartByEachDimension(EventMetricsQuery.Dimension dimension, String expected) {
        assertThat(events(WINTER, EventFilter.ANY, LIMITS, dimension).points())
                .extracting(point -> Stream.of(point.tenantId(), point.topic(), point.destinationId())
                                .filter(Objects::nonNull)
                                .findFirst()
                                .orElse("null")
                        + " " + point.count())
                .containsExactly(expected.replace("LATE", LATE_TOPIC)
                        .replace("EMOJI", EMOJI_TOPIC)
                        .split(", ", -1));
    }

    /** Otherwise a chart of one destination would show those that its events went to as well. */
    @Test
    void eventsByDestination_areThoseOfTheFilter() {
        EventFilter filter =
                MetricsFilters.events(Set.of(), Set.of(), Set.of("des_2", "des_ü"), Set.of(), TimeRange.ANY);

        assertThat(events(WINTER, filter, LIMITS, EventMetricsQuery.Dimension.DESTINATION)
                        .points())
                .extracting(point -> point.destinationId() + " " + point.count())
                .containsExactly("des_2 2", "des_ü 2");
        assertThat(onlyPoint(events(WINTER, filter, LIMITS)).count()).isEqualTo(4);
    }

    @Test
    void dimensions_goTogether_inTheOrderAskedFor() {
        MetricsWindow months = window("2025-12-01T00:00:00Z", "2026-03-01T00:00:00Z", Granularity.MONTH);

        assertThat(deliveries(
                                months,
                                DeliveryFilter.ANY,
                                ALL,
                                LIMITS,
                                DeliveryMetricsQuery.Dimension.STATUS,
                                DeliveryMetricsQuery.Dimension.TENANT)
                        .points())
                .extracting(point -> "%s %s %s %d %d %s"
                        .formatted(
                                point.time(),
                                point.status(),
                                point.tenantId(),
                                point.count(),
                                point.failedCount(),
                                point.latencyP50()))
                .containsExactly(
                        "2025-12-01T00:00:00Z SUCCESS acme 2 0 25.0",
                        "2025-12-01T00:00:00Z SUCCESS globex 1 0 1000.0",
                        "2025-12-01T00:00:00Z FAILED acme 2 2 25.0",
                        "2026-01-01T00:00:00Z SUCCESS acme 3 0 60.0",
                        "2026-01-01T00:00:00Z FAILED acme 1 1 null",
                        "2026-02-01T00:00:00Z FAILED globex 1 1 2000.0");
        assertThat(events(
                                months,
                                EventFilter.ANY,
                                LIMITS,
                                EventMetricsQuery.Dimension.DESTINATION,
                                EventMetricsQuery.Dimension.TENANT)
                        .points())
                .extracting(point ->
                        "%s %s %s %d".formatted(point.time(), point.destinationId(), point.tenantId(), point.count()))
                .containsExactly(
                        "2025-12-01T00:00:00Z des_1 acme 2",
                        "2025-12-01T00:00:00Z des_1 globex 1",
                        "2025-12-01T00:00:00Z des_all acme 2",
                        "2025-12-01T00:00:00Z des_all globex 1",
                        "2026-01-01T00:00:00Z des_2 acme 2",
                        "2026-01-01T00:00:00Z des_all acme 4",
                        "2026-01-01T00:00:00Z des_ü acme 2",
                        "2026-02-01T00:00:00Z des_1 globex 1",
                        "2026-02-01T00:00:00Z des_all globex 1");
    }

    @Test
    void filters_aloneAndInPairs_leaveWhatTheyMean() {
        for (MetricsFilters.OfDeliveries pair : MetricsFilters.pairsOfDeliveries()) {
            assertThat(onlyPoint(deliveries(WINTER, pair.filter(), ALL, LIMITS)).count())
                    .as("%s", pair)
                    .isEqualTo(pair.left().size());
        }
        for (MetricsFilters.OfEvents pair : MetricsFilters.pairsOfEvents()) {
            assertThat(onlyPoint(events(WINTER, pair.filter(), LIMITS)).count())
                    .as("%s", pair)
                    .isEqualTo(pair.left().size());
        }
    }

    /** Another tenant's rows lie at the same times, with the same destination and topics. */
    @Test
    void tenants_areCountedAlone() {
        assertThat(deliveries(
                                WINTER,
                                MetricsFilters.tenants("globex"),
                                ALL,
                                LIMITS,
                                DeliveryMetricsQuery.Dimension.TENANT,
                                DeliveryMetricsQuery.Dimension.TOPIC)
                        .points())
                .extracting(point -> point.tenantId() + " " + point.topic() + " " + point.count())
                .containsExactly("globex order.created 1", "globex order.paid 1");
    }

    @Test
    void groups_beyondTheLimitAreLeftOut_andThatIsSaid() {
        DeliveryMetricsQuery.Dimension topic = DeliveryMetricsQuery.Dimension.TOPIC;

        Metrics<DeliveryPoint> three = deliveries(WINTER, DeliveryFilter.ANY, ALL, limit(3), topic);
        assertThat(three.points())
                .extracting(DeliveryPoint::topic)
                .containsExactly("order.created", "order.paid", LATE_TOPIC);
        assertThat(three.truncated()).isTrue();
        assertThat(deliveries(WINTER, DeliveryFilter.ANY, ALL, limit(4), topic).truncated())
                .isFalse();

        Metrics<EventPoint> one = events(WINTER, EventFilter.ANY, limit(1), EventMetricsQuery.Dimension.TENANT);
        assertThat(one.points()).extracting(EventPoint::tenantId).containsExactly("acme");
        assertThat(one.truncated()).isTrue();
    }

    @Test
    void buckets_beyondTheLimitAreLeftOut_andThatIsSaid() {
        MetricsWindow days = window(MONDAY, "2026-01-02T00:00:00Z", Granularity.of(Duration.ofDays(1)));

        Metrics<DeliveryPoint> three = deliveries(days, DeliveryFilter.ANY, ALL, limit(3));
        assertThat(three.points()).extracting(DeliveryPoint::count).containsExactly(3L, 0L, 1L);
        assertThat(three.truncated()).isTrue();
        assertThat(deliveries(days, DeliveryFilter.ANY, ALL, limit(4)).truncated())
                .isFalse();

        MetricsWindow ages =
                window("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", Granularity.of(Duration.ofSeconds(1)));
        assertThat(events(ages, EventFilter.ANY, limit(2)).points())
                .extracting(point -> point.time() + " " + point.count())
                .containsExactly("0001-01-01T00:00:00Z 0", "0001-01-01T00:00:01Z 0");
        assertThat(events(ages, EventFilter.ANY, limit(2)).truncated()).isTrue();
    }

    /** A chart of the first second there is, in buckets that no calendar has. */
    @ParameterizedTest
    @CsvSource({"0001-01-01T00:00:00Z", "9999-12-31T23:00:00Z"})
    void buckets_atTheEndsOfTimeHoldNothing(Instant start) {
        MetricsWindow window = new MetricsWindow(start, start.plusSeconds(1), Granularity.of(Duration.ofDays(31)));

        assertThat(onlyPoint(deliveries(window, DeliveryFilter.ANY, ALL, LIMITS))
                        .count())
                .isZero();
        assertThat(deliveries(window, DeliveryFilter.ANY, ALL, LIMITS, DeliveryMetricsQuery.Dimension.TOPIC)
                        .points())
                .isEmpty();
    }

    /** Zeros would look like a quiet day. */
    @Test
    void counts_thatTakeTooLongFail() {
        MetricsLimits none = new MetricsLimits(1_000, Duration.ofNanos(1));
        writer().insert(MetricsData.many(5_000)).block(PATIENCE);

        StepVerifier.create(metrics()
                        .countDeliveries(new DeliveryMetricsQuery(WINTER, List.of(), ALL, DeliveryFilter.ANY, none)))
                .verifyError(MetricsTimeoutException.class);
        StepVerifier.create(metrics()
                        .countEvents(new EventMetricsQuery(
                                WINTER, List.of(EventMetricsQuery.Dimension.DESTINATION), EventFilter.ANY, none)))
                .verifyError(MetricsTimeoutException.class);

        assertThat(onlyPoint(deliveries(WINTER, MetricsFilters.tenants("acme"), ALL, LIMITS))
                        .count())
                .isEqualTo(8);
    }

    private Metrics<DeliveryPoint> deliveries(
            MetricsWindow window,
            DeliveryFilter filter,
            Set<Measure> measures,
            MetricsLimits limits,
            DeliveryMetricsQuery.Dimension... groupBy) {
        return answer(metrics()
                .countDeliveries(new DeliveryMetricsQuery(window, List.of(groupBy), measures, filter, limits)));
    }

    private Metrics<EventPoint> events(
            MetricsWindow window, EventFilter filter, MetricsLimits limits, EventMetricsQuery.Dimension... groupBy) {
        return answer(metrics().countEvents(new EventMetricsQuery(window, List.of(groupBy), filter, limits)));
    }

    private static <T> T answer(Mono<T> mono) {
        return Objects.requireNonNull(mono.block(PATIENCE));
    }

    private static <T> T onlyPoint(Metrics<T> metrics) {
        assertThat(metrics.points()).hasSize(1);
        assertThat(metrics.truncated()).isFalse();
        return metrics.points().getFirst();
    }

    private static Stream<String> values(DeliveryPoint point) {
        return Stream.<@Nullable Object>of(
                        point.tenantId(),
                        point.destinationId(),
                        point.destinationType(),
                        point.topic(),
                        point.status(),
                        point.code(),
                        point.manual(),
                        point.attemptNumber())
                .filter(Objects::nonNull)
                .map(String::valueOf);
    }

    private static MetricsLimits limit(int points) {
        return new MetricsLimits(points, PATIENCE);
    }

    private static MetricsWindow window(String start, String end, @Nullable Granularity granularity) {
        return new MetricsWindow(Instant.parse(start), Instant.parse(end), granularity);
    }

    private static Granularity granularity(String text) {
        return text.equals("P1M") ? Granularity.MONTH : Granularity.of(Duration.parse(text));
    }
}
