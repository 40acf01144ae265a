package dev.postern.logstore.clickhouse;

import com.clickhouse.client.api.ServerException;
import dev.postern.logstore.DeliveryMetricsQuery;
import dev.postern.logstore.DeliveryMetricsQuery.Dimension;
import dev.postern.logstore.DeliveryMetricsQuery.Measure;
import dev.postern.logstore.EventMetricsQuery;
import dev.postern.logstore.FailureQuery;
import dev.postern.logstore.FailureReader.FailureCount;
import dev.postern.logstore.Granularity;
import dev.postern.logstore.Metrics;
import dev.postern.logstore.MetricsReader.DeliveryPoint;
import dev.postern.logstore.MetricsReader.EventPoint;
import dev.postern.logstore.MetricsTimeoutException;
import dev.postern.logstore.MetricsWindow;
import dev.postern.model.DeliveryStatus;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Counts in the database. */
final class Counting {

    /** What the server says when a statement has had its time, or would not be done within it. */
    private static final Set<Integer> BROKEN_OFF = Set.of(159, 160);

    private static final int MONTHS = 100;

    private final Server server;
    private final String prefix;

    Counting(Server server, String prefix) {
        this.server = server;
        this.prefix = prefix;
    }

    Mono<Metrics<EventPoint>> events(EventMetricsQuery query) {
        return rows(MetricsStatement.of(query, prefix), query.limits().deadline(), row -> eventPoint(query, row))
                .map(query::answer);
    }

    Mono<Metrics<DeliveryPoint>> deliveries(DeliveryMetricsQuery query, boolean latency) {
        return rows(
                        MetricsStatement.of(query, latency, prefix),
                        query.limits().deadline(),
                        row -> deliveryPoint(query, latency, row))
                .map(query::answer);
    }

    Mono<FailureCount> failures(FailureQuery query, Duration deadline) {
        return rows(FailureStatement.of(query, prefix), deadline, row -> new FailureCount(row.count(), row.count()))
                .map(List::getFirst);
    }

    private <T> Mono<List<T>> rows(Statement statement, Duration deadline, Server.RowMapper<T> mapper) {
        return server.count(statement, mapper, deadline)
                .onErrorMap(TimeoutException.class, e -> new MetricsTimeoutException(deadline, e))
                .onErrorMap(
                        ServerException.class,
                        e -> BROKEN_OFF.contains(e.getCode()) ? new MetricsTimeoutException(deadline, e) : e);
    }

    private static EventPoint eventPoint(EventMetricsQuery query, RowReader row) throws IOException {
        Instant bucket = bucket(query.window(), row);
        Map<EventMetricsQuery.Dimension, String> values = new EnumMap<>(EventMetricsQuery.Dimension.class);
        for (EventMetricsQuery.Dimension dimension : query.groupBy()) {
            values.put(dimension, row.text());
        }
        long count = row.count();
        return new EventPoint(
                bucket,
                values.get(EventMetricsQuery.Dimension.TENANT),
                values.get(EventMetricsQuery.Dimension.TOPIC),
                values.get(EventMetricsQuery.Dimension.DESTINATION),
                count,
                query.window().perSecond(count, bucket));
    }

    private static DeliveryPoint deliveryPoint(DeliveryMetricsQuery query, boolean latency, RowReader row)
            throws IOException {
        Instant bucket = bucket(query.window(), row);
        Map<Dimension, String> texts = new EnumMap<>(Dimension.class);
        DeliveryStatus status = null;
        Boolean manual = null;
        Integer attemptNumber = null;
        for (Dimension dimension : query.groupBy()) {
            switch (dimension) {
                case TENANT, DESTINATION, DESTINATION_TYPE, TOPIC, CODE -> texts.put(dimension, row.text());
                case STATUS -> status = row.flag() ? DeliveryStatus.FAILED : DeliveryStatus.SUCCESS;
                case MANUAL -> manual = row.flag();
                case ATTEMPT_NUMBER -> attemptNumber = row.number();
            }
        }
        Map<Measure, Long> counts = new EnumMap<>(Measure.class);
        double averageAttemptNumber = 0;
        for (Measure measure : MetricsStatement.counts(query)) {
            if (measure == Measure.AVERAGE_ATTEMPT_NUMBER) {
                averageAttemptNumber = row.decimal();
            } else {
                counts.put(measure, row.count());
            }
        }
        Map<Measure, Double> quantiles = quantiles(MetricsStatement.quantiles(query, latency), row);
        String code = texts.get(Dimension.CODE);
        long count = query.measures().contains(Measure.COUNT) ? counts.getOrDefault(Measure.COUNT, 0L) : 0;
        return new DeliveryPoint(
                bucket,
                texts.get(Dimension.TENANT),
                texts.get(Dimension.DESTINATION),
                texts.get(Dimension.DESTINATION_TYPE),
                texts.get(Dimension.TOPIC),
                status,
                code == null || code.isEmpty() ? null : code,
                manual,
                attemptNumber,
                count,
                counts.getOrDefault(Measure.SUCCESSES, 0L),
                counts.getOrDefault(Measure.FAILURES, 0L),
                counts.getOrDefault(Measure.FIRST_ATTEMPTS, 0L),
                counts.getOrDefault(Measure.RETRIES, 0L),
                counts.getOrDefault(Measure.MANUAL_RETRIES, 0L),
                Double.isNaN(averageAttemptNumber) ? 0 : averageAttemptNumber,
                query.window().perSecond(count, bucket),
                quantiles.get(Measure.LATENCY_P50),
                quantiles.get(Measure.LATENCY_P95),
                quantiles.get(Measure.LATENCY_P99));
    }

    /** Not a number where there was none to look at. */
    private static Map<Measure, Double> quantiles(List<Measure> measures, RowReader row) throws IOException {
        Map<Measure, Double> quantiles = new EnumMap<>(Measure.class);
        if (!measures.isEmpty()) {
            List<Double> values = row.decimals();
            for (int i = 0; i < measures.size(); i++) {
                if (!values.get(i).isNaN()) {
                    quantiles.put(measures.get(i), values.get(i));
                }
            }
        }
        return quantiles;
    }

    private static @Nullable Instant bucket(MetricsWindow window, RowReader row) throws IOException {
        return switch (window.granularity()) {
            case Granularity.Fixed fixed ->
                fixed.startOf(window.start())
                        .plusSeconds(row.count() * fixed.length().toSeconds());
            case Granularity.Month month -> {
                int digits = Math.toIntExact(row.count());
                yield OffsetDateTime.of(digits / MONTHS, digits % MONTHS, 1, 0, 0, 0, 0, ZoneOffset.UTC)
                        .toInstant();
            }
            case null -> null;
        };
    }
}
