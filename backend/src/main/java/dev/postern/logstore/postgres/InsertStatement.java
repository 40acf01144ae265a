package dev.postern.logstore.postgres;

import static org.jooq.impl.DSL.condition;
import static org.jooq.impl.DSL.excluded;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.insertInto;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.table;

import dev.postern.json.Json;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jooq.Field;
import org.jooq.InsertOnDuplicateStep;
import org.jooq.Query;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT of many rows, whose columns are the parameters, see {@link ColumnText}.
 *
 * @param cells what goes into each column, as text
 */
record InsertStatement<T>(String sql, List<Function<T, @Nullable String>> cells) {

    /** An event stays as it was stored first. */
    static InsertStatement<Event> events() {
        List<Cell<Event>> cells = List.of(
                new Cell<>("id", "text", Event::id),
                new Cell<>("tenant_id", "text", Event::tenantId),
                new Cell<>("time", "timestamptz", event -> event.time().toString()),
                new Cell<>("topic", "text", Event::topic),
                new Cell<>("eligible_for_retry", "boolean", event -> String.valueOf(event.eligibleForRetry())),
                new Cell<>("data", "text", Event::data),
                new Cell<>("metadata", "jsonb", event -> Json.write(event.metadata())),
                new Cell<>("matched_destination_ids", "text[]", event -> ArrayText.of(event.matchedDestinationIds())));
        return of("events", cells, insert -> insert.onConflict(key()).doNothing());
    }

    /** A delivery's outcome is the one that was told last; another tenant's is never touched. */
    static InsertStatement<Delivery> deliveries(boolean latency) {
        List<Cell<Delivery>> cells = new ArrayList<>(List.of(
                new Cell<>("id", "text", Delivery::id),
                new Cell<>("event_id", "text", Delivery::eventId),
                new Cell<>("tenant_id", "text", Delivery::tenantId),
                new Cell<>("destination_id", "text", Delivery::destinationId),
                new Cell<>("destination_type", "text", Delivery::destinationType),
                new Cell<>("topic", "text", delivery -> delivery.event().topic()),
                new Cell<>("status", "text", delivery -> status(delivery.status())),
                new Cell<>("time", "timestamptz", delivery -> delivery.time().toString()),
                new Cell<>("attempt_number", "integer", delivery -> String.valueOf(delivery.attemptNumber())),
                new Cell<>("manual", "boolean", delivery -> String.valueOf(delivery.manual())),
                new Cell<>("code", "text", Delivery::code),
                new Cell<>(
                        "response_data",
                        "text",
                        delivery -> delivery.response() == null ? "null" : delivery.response()),
                new Cell<>(
                        "event_time",
                        "timestamptz",
                        delivery -> delivery.event().time().toString()),
                new Cell<>(
                        "eligible_for_retry",
                        "boolean",
                        delivery -> String.valueOf(delivery.event().eligibleForRetry())),
                new Cell<>("event_data", "text", delivery -> delivery.event().data()),
                new Cell<>(
                        "event_metadata",
                        "jsonb",
                        delivery -> Json.write(delivery.event().metadata()))));
        List<String> outcome = new ArrayList<>(List.of("status", "code", "response_data"));
        if (latency) {
            cells.add(new Cell<>(
                    "latency_ms",
                    "integer",
                    delivery -> delivery.latencyMs() == null ? null : String.valueOf(delivery.latencyMs())));
            outcome.add("latency_ms");
        }
        return of(
                "attempts",
                cells,
                insert -> insert.onConflict(key())
                        .doUpdate()
                        .set(told(outcome))
                        .where(condition(
                                "{0} = {1}",
                                field(name("attempts", "tenant_id")), excluded(field(name("tenant_id"))))));
    }

    /** The column's text for a status, in rows and in filters. */
    static String status(DeliveryStatus status) {
        return switch (status) {
            case SUCCESS -> "success";
            case FAILED -> "failed";
        };
    }

    Database.Command command(List<T> rows) {
        List<List<@Nullable String>> columns = new ArrayList<>();
        for (Function<T, @Nullable String> cell : cells) {
            List<@Nullable String> column = new ArrayList<>(rows.size());
            rows.forEach(row -> column.add(cell.apply(row)));
            columns.add(column);
        }
        return new Database.Command(sql, ColumnText.of(columns));
    }

    private static <T> InsertStatement<T> of(
            String table, List<Cell<T>> cells, Function<InsertOnDuplicateStep<Record>, Query> onConflict) {
        List<String> columns = cells.stream().map(Cell::column).toList();
        List<Field<?>> casts = cells.stream()
                .<Field<?>>map(cell -> field("cast({0} as " + cell.type() + ")", field(name("r", cell.column()))))
                .toList();
        var insert = insertInto(
                        table(name(table)),
                        columns.stream().map(column -> field(name(column))).toList())
                .select(select(casts).from(new Parameters().split("r", columns)));
        return new InsertStatement<>(
                Sql.render(onConflict.apply(insert)),
                cells.stream().map(Cell::text).toList());
    }

    private static List<Field<?>> key() {
        return List.of(field(name("time")), field(name("id")));
    }

    private static Map<Field<?>, Field<?>> told(List<String> columns) {
        Map<Field<?>, Field<?>> told = new LinkedHashMap<>();
        columns.forEach(column -> told.put(field(name(column)), excluded(field(name(column)))));
        return told;
    }

    private record Cell<T>(String column, String type, Function<T, @Nullable String> text) {}
}
