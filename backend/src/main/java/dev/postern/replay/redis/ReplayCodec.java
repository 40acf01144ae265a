package dev.postern.replay.redis;

import dev.postern.json.Json;
import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.FailureQuery;
import dev.postern.model.Cursor;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.TimeRange;
import dev.postern.replay.Awaited;
import dev.postern.replay.Batch;
import dev.postern.replay.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What stands in the fields of a replay's hash, and in the set of what it awaits, as JSON of texts. */
final class ReplayCodec {

    static String query(FailureQuery query) {
        Map<String, @Nullable Object> fields = fields(query.filter());
        fields.put("until", query.until().toString());
        return Json.write(fields);
    }

    /** Equal filters have one text. */
    static String filter(DeliveryFilter filter) {
        return Json.write(fields(filter));
    }

    private static Map<String, @Nullable Object> fields(DeliveryFilter filter) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("tenants", sorted(filter.tenantIds()));
        fields.put("events", sorted(filter.eventIds()));
        fields.put("destinations", sorted(filter.destinationIds()));
        fields.put("types", sorted(filter.destinationTypes()));
        fields.put("topics", sorted(filter.topics()));
        fields.put("codes", sorted(filter.codes()));
        fields.put("status", filter.status() == null ? null : filter.status().name());
        fields.put("manual", filter.manual());
        fields.put("time", range(filter.time()));
        fields.put("eventTime", range(filter.eventTime()));
        return fields;
    }

    static FailureQuery query(String text) {
        Map<String, @Nullable Object> fields = Json.parseObject(text);
        return new FailureQuery(
                new DeliveryFilter(
                        texts(fields.get("tenants")),
                        texts(fields.get("events")),
                        texts(fields.get("destinations")),
                        texts(fields.get("types")),
                        texts(fields.get("topics")),
                        fields.get("status") instanceof String status ? DeliveryStatus.valueOf(status) : null,
                        texts(fields.get("codes")),
                        fields.get("manual") instanceof Boolean manual ? manual : null,
                        range(fields.get("time")),
                        range(fields.get("eventTime"))),
                Instant.parse(String.valueOf(fields.get("until"))));
    }

    /** Empty for none. */
    static String place(@Nullable Cursor place) {
        return place == null ? "" : Json.write(List.of(place.time().toString(), place.id()));
    }

    static @Nullable Cursor place(String text) {
        if (text.isEmpty()) {
            return null;
        }
        List<String> parts = list(Json.parse(text));
        return new Cursor(Instant.parse(parts.get(0)), parts.get(1));
    }

    static String batch(Batch batch) {
        List<Object> parts = new ArrayList<>(
                List.of(place(batch.place()), String.valueOf(batch.end()), String.valueOf(batch.skipped())));
        batch.targets().forEach(target -> parts.add(parts(target)));
        return Json.write(parts);
    }

    static @Nullable Batch batch(String text) {
        if (text.isEmpty()) {
            return null;
        }
        List<?> parts = (List<?>) Objects.requireNonNull(Json.parse(text));
        return new Batch(
                parts.stream()
                        .skip(3)
                        .map(ReplayCodec::list)
                        .map(ReplayCodec::target)
                        .toList(),
                Integer.parseInt(String.valueOf(parts.get(2))),
                place(String.valueOf(parts.get(0))),
                Boolean.parseBoolean(String.valueOf(parts.get(1))));
    }

    static String awaited(Awaited awaited) {
        List<String> parts = new ArrayList<>(parts(awaited.target()));
        parts.add(String.valueOf(awaited.attempt()));
        parts.add(String.valueOf(awaited.since().toEpochMilli()));
        return Json.write(parts);
    }

    static Awaited awaited(String text) {
        List<String> parts = list(Json.parse(text));
        return new Awaited(
                target(parts), Integer.parseInt(parts.get(3)), Instant.ofEpochMilli(Long.parseLong(parts.get(4))));
    }

    private static List<String> parts(Target target) {
        return List.of(target.tenantId(), target.eventId(), target.destinationId());
    }

    private static Target target(List<String> parts) {
        return new Target(parts.get(0), parts.get(1), parts.get(2));
    }

    private static List<@Nullable Object> range(TimeRange range) {
        List<@Nullable Object> ends = new ArrayList<>();
        ends.add(text(range.gt()));
        ends.add(text(range.gte()));
        ends.add(text(range.lt()));
        ends.add(text(range.lte()));
        return ends;
    }

    private static TimeRange range(@Nullable Object value) {
        List<?> ends = (List<?>) Objects.requireNonNull(value);
        return new TimeRange(time(ends.get(0)), time(ends.get(1)), time(ends.get(2)), time(ends.get(3)));
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }

    private static @Nullable Instant time(@Nullable Object text) {
        return text instanceof String time ? Instant.parse(time) : null;
    }

    private static List<String> sorted(Set<String> values) {
        return values.stream().sorted().toList();
    }

    private static Set<String> texts(@Nullable Object value) {
        return new LinkedHashSet<>(list(value));
    }

    private static List<String> list(@Nullable Object value) {
        return ((List<?>) Objects.requireNonNull(value))
                .stream().map(String::valueOf).toList();
    }

    private ReplayCodec() {}
}
