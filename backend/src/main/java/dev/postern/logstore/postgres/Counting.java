package dev.postern.logstore.postgres;

import dev.postern.logstore.DeliveryMetricsQuery;
import dev.postern.logstore.DeliveryMetricsQuery.Dimension;
import dev.postern.logstore.DeliveryMetricsQuery.Measure;
import dev.postern.logstore.EventMetricsQuery;
import dev.postern.logstore.FailureQuery;
import dev.postern.logstore.FailureReader.FailureCount;
import dev.postern.logstore.Metrics;
import dev.postern.logstore.MetricsReader.DeliveryPoint;
import dev.postern.logstore.MetricsReader.EventPoint;
import dev.postern.logstore.MetricsTimeoutException;
import dev.postern.logstore.MetricsWindow;
import dev.postern.model.DeliveryStatus;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.Readable;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Counts in the database. */
final class Counting {

    /** What the server says when it broke a statement off. */
    private static final String BROKEN_OFF = "57014";

    private final Database database;

    Counting(Database database) {
        this.database = database;
    }

    Mono<Metrics<EventPoint>> events(EventMetricsQuery query) {
        return rows(MetricsStatement.of(query), query.limits().deadline(), row -> eventPoint(query, row))
                .map(query::answer);
    }

    Mono<Metrics<DeliveryPoint>> deliveries(DeliveryMetricsQuery query, boolean latency) {
        return rows(MetricsStatement.of(query, latency), query.limits().deadline(), row -> deliveryPoint(query, row))
                .map(query::answer);
    }

    Mono<FailureCount> failures(FailureQuery query, Duration deadline) {
        return rows(
                        FailureStatement.of(query),
                        deadline,
                        row -> new FailureCount(number(row.get(0, Long.class)), number(row.get(1, Long.class))))
                .map(List::getFirst);
    }

    private <T> Mono<List<T>> rows(
            MetricsStatement.Rendered statement, Duration deadline, Function<Readable, T> mapper) {
        return database.query(statement.sql(), statement.parameters(), mapper, deadline)
                .collectList()
                .onErrorMap(
                        R2dbcException.class,
                        e -> BROKEN_OFF.equals(e.getSqlState()) ? new MetricsTimeoutException(deadline, e) : e);
    }

    private static EventPoint eventPoint(EventMetricsQuery query, Readable row) {
        var columns = new Columns<>(row, query.window(), query.groupBy());
        long count = number(row.get(columns.firstMeasure(), Long.class));
        return new EventPoint(
                columns.bucket(),
                columns.get(EventMetricsQuery.Dimension.TENANT, String.class),
                columns.get(EventMetricsQuery.Dimension.TOPIC, String.class),
                columns.get(EventMetricsQuery.Dimension.DESTINATION, String.class),
                count,
                query.window().perSecond(count, columns.bucket()));
    }

    private static DeliveryPoint deliveryPoint(DeliveryMetricsQuery query, Readable row) {
        var columns = new Columns<>(row, query.window(), query.groupBy());
        List<Measure> measures = MetricsStatement.measures(query);
        Function<Measure, Long> counts = measure -> {
            int at = measures.indexOf(measure);
            return at < 0 ? 0L : number(row.get(columns.firstMeasure() + at, Long.class));
        };
        Function<Measure, @Nullable Double> figures = measure -> {
            int at = measures.indexOf(measure);
            return at < 0 ? null : row.get(columns.firstMeasure() + at, Double.class);
        };
        long count = counts.apply(Measure.COUNT);
        Double averageAttemptNumber = figures.apply(Measure.AVERAGE_ATTEMPT_NUMBER);
        Boolean failed = columns.get(Dimension.STATUS, Boolean.class);
        return new DeliveryPoint(
                columns.bucket(),
                columns.get(Dimension.TENANT, String.class),
                columns.get(Dimension.DESTINATION, String.class),
                columns.get(Dimension.DESTINATION_TYPE, String.class),
                columns.get(Dimension.TOPIC, String.class),
                failed == null ? null : failed ? DeliveryStatus.FAILED : DeliveryStatus.SUCCESS,
                columns.get(Dimension.CODE, String.class),
                columns.get(Dimension.MANUAL, Boolean.class),
                columns.get(Dimension.ATTEMPT_NUMBER, Integer.class),
                count,
                counts.apply(Measure.SUCCESSES),
                counts.apply(Measure.FAILURES),
                counts.apply(Measure.FIRST_ATTEMPTS),
                counts.apply(Measure.RETRIES),
                counts.apply(Measure.MANUAL_RETRIES),
                averageAttemptNumber == null ? 0 : averageAttemptNumber,
                query.window().perSecond(count, columns.bucket()),
                figures.apply(Measure.LATENCY_P50),
                figures.apply(Measure.LATENCY_P95),
                figures.apply(Measure.LATENCY_P99));
    }

    private static long number(@Nullable Long value) {
        return value == null ? 0 : value;
    }

    /** A row's bucket and dimensions. */
    private record Columns<D>(Readable row, MetricsWindow window, List<D> groupBy) {

        @Nullable
        Instant bucket() {
            OffsetDateTime bucket = firstDimension() == 0 ? null : row.get(0, OffsetDateTime.class);
            return bucket == null ? null : bucket.toInstant();
        }

        <T> @Nullable T get(D dimension, Class<T> type) {
            int at = groupBy.indexOf(dimension);
            return at < 0 ? null : row.get(firstDimension() + at, type);
        }

        int firstMeasure() {
            return firstDimension() + groupBy.size();
        }

        private int firstDimension() {
            return window.granularity() == null ? 0 : 1;
        }
    }
}
