package dev.postern.logstore.memory;

import dev.postern.model.DeliveryStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A bucket and the values of the dimensions, in the order that every store gives. */
record GroupKey(@Nullable Instant bucket, List<@Nullable Object> values) implements Comparable<GroupKey> {

    private static final Comparator<@Nullable Object> VALUES = Comparator.nullsFirst(GroupKey::compareValues);

    GroupKey {
        values = Collections.unmodifiableList(values);
    }

    @Nullable
    Object at(int index) {
        return index < 0 ? null : values.get(index);
    }

    @Override
    public int compareTo(GroupKey other) {
        int order = VALUES.compare(bucket, other.bucket);
        for (int i = 0; order == 0 && i < values.size(); i++) {
            order = VALUES.compare(values.get(i), other.values.get(i));
        }
        return order;
    }

    private static int compareValues(Object one, Object other) {
        return switch (one) {
            case String text -> Arrays.compareUnsigned(utf8(text), utf8((String) other));
            case Instant time -> time.compareTo((Instant) other);
            case Integer number -> number.compareTo((Integer) other);
            case Boolean flag -> flag.compareTo((Boolean) other);
            case DeliveryStatus status -> status.compareTo((DeliveryStatus) other);
            default -> throw new IllegalArgumentException("no dimension's value: " + one);
        };
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
