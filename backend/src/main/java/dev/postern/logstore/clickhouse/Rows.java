package dev.postern.logstore.clickhouse;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.postern.json.Json;
import dev.postern.json.JsonException;
import dev.postern.logstore.PayloadBudget;
import dev.postern.logstore.StoredForm;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From rows, with the columns of {@link Source}, to values.
 *
 * @param time a row's time in its table's order
 * @param id and its id
 * @param value what a row has in a column
 * @param bare the row without what may be large
 * @param carried how many characters that is
 * @param budget what is paid for it
 */
record Rows<T>(
        Reader<T> reader,
        Function<T, Instant> time,
        Function<T, String> id,
        BiFunction<T, Column, String> value,
        UnaryOperator<T> bare,
        ToLongFunction<T> carried,
        PayloadBudget budget) {

    private static final Logger LOG = LoggerFactory.getLogger(Rows.class);

    /** Rows that were told of; so many that a list that is looked at again and again fills no disk. */
    private static final Cache<String, Boolean> UNREADABLE =
            Caffeine.newBuilder().maximumSize(10_000).build();

    static final Rows<Event> EVENTS = new Rows<>(
            Rows::event,
            Event::time,
            Event::id,
            Rows::value,
            Event::withoutData,
            PayloadBudget::carriedBy,
            PayloadBudget.unlimited());
    static final Rows<Delivery> DELIVERIES = new Rows<>(
            Rows::delivery,
            Delivery::time,
            Delivery::id,
            Rows::value,
            delivery -> delivery.with(false, false),
            PayloadBudget::carriedBy,
            PayloadBudget.unlimited());

    /** The same, paid for by this budget. */
    Rows<T> within(PayloadBudget other) {
        return new Rows<>(reader, time, id, value, bare, carried, other);
    }

    /** Where the row is wanted whole, it is paid for; else it loses what may be large. */
    T kept(T row, boolean whole) {
        if (!whole) {
            return bare.apply(row);
        }
        budget.take(carried.applyAsLong(row));
        return row;
    }

    /** Rows that were kept are not needed after all. */
    void drop(List<T> rows) {
        budget.putBack(rows.stream().mapToLong(carried).sum());
    }

    private static String value(Event event, Column column) {
        return switch (column) {
            case TENANT -> event.tenantId();
            case EVENT -> event.id();
            case TOPIC -> event.topic();
            default -> throw new IllegalArgumentException("column: " + column + " (expected: an event's own text)");
        };
    }

    private static String value(Delivery delivery, Column column) {
        return switch (column) {
            case ATTEMPT -> delivery.id();
            case DESTINATION -> delivery.destinationId();
            case DESTINATION_TYPE -> delivery.destinationType();
            case STATUS -> Status.text(delivery.status());
            case CODE -> delivery.code() == null ? "" : delivery.code();
            default -> value(delivery.event(), column);
        };
    }

    private static Event event(RowReader row, Source.Detail detail) throws IOException {
        String id = row.text();
        String tenant = row.text();
        Instant time = row.time();
        String topic = row.text();
        boolean eligible = row.flag();
        Map<String, String> metadata = metadata(row.text(), id);
        List<String> matched = row.texts();
        return new Event(id, tenant, null, matched, topic, eligible, time, metadata, detail.data() ? row.text() : null);
    }

    private static Delivery delivery(RowReader row, Source.Detail detail) throws IOException {
        String id = row.text();
        String eventId = row.text();
        String tenant = row.text();
        String destination = row.text();
        String type = row.text();
        String topic = row.text();
        String status = row.text();
        Instant time = row.time();
        int number = row.number();
        boolean manual = row.flag();
        String code = row.text();
        Instant eventTime = row.time();
        boolean eligible = row.flag();
        Map<String, String> metadata = metadata(row.text(), id);
        Integer latency = detail.latency() ? row.numberOrNull() : null;
        String data = detail.data() ? row.text() : null;
        String response = detail.response() ? row.text() : null;
        return new Delivery(
                id,
                destination,
                type,
                status.equals(Status.text(DeliveryStatus.SUCCESS)) ? DeliveryStatus.SUCCESS : DeliveryStatus.FAILED,
                time,
                number,
                manual,
                textOrNull(code),
                StoredForm.response(textOrNull(response)),
                latency,
                new Event(eventId, tenant, null, List.of(), topic, eligible, eventTime, metadata, data));
    }

    /** Nothing in these columns can be null: where there is no value, they have an empty text. */
    private static @Nullable String textOrNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    /** Ours hold text alone; what else a foreign row may hold is given as JSON text. */
    private static Map<String, String> metadata(String json, String id) {
        Map<String, String> metadata = new LinkedHashMap<>();
        if (json.isEmpty() || json.equals("{}") || json.equals("null")) {
            return metadata;
        }
        try {
            Json.parseObject(json)
                    .forEach((key, value) -> metadata.put(key, value instanceof String s ? s : Json.write(value)));
        } catch (JsonException e) {
            metadata.clear();
            if (UNREADABLE.asMap().putIfAbsent(id, true) == null) {
                LOG.warn("the metadata of a row in ClickHouse is no JSON object, and shown as empty: id={}", id);
            }
        }
        return metadata;
    }

    /** Reads a row. */
    @FunctionalInterface
    interface Reader<T> {
        T read(RowReader row, Source.Detail detail) throws IOException;
    }
}
