package dev.postern.tenantstore;

import dev.postern.json.Json;
import dev.postern.json.JsonException;
import dev.postern.model.Destination;
import dev.postern.model.Filter;
import dev.postern.model.Topics;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** What every adapter makes of a destination before it stores it, so that all read back the same. */
public final class StoredForm {

    /** The order in which a tenant's destinations are listed. */
    public static final Comparator<Destination> ORDER =
            Comparator.comparing(Destination::createdAt).thenComparing(Destination::id);

    /**
     * The destination with its topics normalised, its times cut to milliseconds, and its filter as
     * Outpost prints it (keys sorted, numbers as 64-bit floats), null where it asks for nothing.
     *
     * @throws IllegalArgumentException without topics, where a topic is empty or has a comma, by which
     *     the stored list is joined, or where a number in the filter is beyond a 64-bit float
     */
    public static Destination of(Destination destination) {
        requireStorable(destination.topics());
        return new Destination(
                destination.id(),
                destination.tenantId(),
                destination.type(),
                destination.topics().normalized(),
                filter(destination.filter()),
                destination.config(),
                destination.credentials(),
                destination.deliveryMetadata(),
                destination.metadata(),
                time(destination.createdAt()),
                time(destination.updatedAt()),
                destination.disabledAt() == null ? null : time(destination.disabledAt()));
    }

    /** What an update stores: {@code after}, but for what no update changes. */
    public static Destination of(Destination before, Destination after) {
        return of(new Destination(
                before.id(),
                before.tenantId(),
                before.type(),
                after.topics(),
                after.filter(),
                after.config(),
                after.credentials(),
                after.deliveryMetadata(),
                after.metadata(),
                before.createdAt(),
                after.updatedAt(),
                after.disabledAt()));
    }

    /** The time to the millisecond, which is what is stored. */
    public static Instant time(Instant time) {
        return time.truncatedTo(ChronoUnit.MILLIS);
    }

    private static void requireStorable(Topics topics) {
        if (topics.entries().isEmpty()) {
            throw new IllegalArgumentException("topics: none (expected: at least 1)");
        }
        for (String topic : topics.entries()) {
            if (topic.isEmpty() || topic.indexOf(',') >= 0) {
                throw new IllegalArgumentException(
                        "topics: '%s' (expected: at least 1 character and no comma)".formatted(topic));
            }
        }
    }

    private static @Nullable Filter filter(@Nullable Filter filter) {
        if (filter == null || filter.conditions().isEmpty()) {
            return null;
        }
        try {
            return new Filter(Json.parseObject(Json.writeGo(Json.goValue(filter.conditions()))));
        } catch (JsonException e) {
            throw new IllegalArgumentException("filter: " + e.getMessage(), e);
        }
    }

    private StoredForm() {}
}
