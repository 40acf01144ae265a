package dev.postern.model;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** How JSON values compare in a filter: by type and value, numbers as float64, never coerced. */
final class FilterValues {

    static boolean isPlain(@Nullable Object value) {
        return value == null || value instanceof String || value instanceof Number || value instanceof Boolean;
    }

    /** Whether both are plain and equal; false for anything else. */
    static boolean plainEqual(@Nullable Object a, @Nullable Object b) {
        if (a instanceof Number x && b instanceof Number y) {
            return x.doubleValue() == y.doubleValue();
        }
        return isPlain(a) && Objects.equals(a, b);
    }

    /** Equality through objects, whose members have no order, and arrays, whose elements have. */
    static boolean deepEqual(@Nullable Object a, @Nullable Object b) {
        if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
            if (!x.keySet().equals(y.keySet())) {
                return false;
            }
            for (Object name : x.keySet()) {
                if (!deepEqual(x.get(name), y.get(name))) {
                    return false;
                }
            }
            return true;
        }
        if (a instanceof List<?> x && b instanceof List<?> y) {
            if (x.size() != y.size()) {
                return false;
            }
            for (int i = 0; i < x.size(); i++) {
                if (!deepEqual(x.get(i), y.get(i))) {
                    return false;
                }
            }
            return true;
        }
        return plainEqual(a, b);
    }

    /** The order of two numbers or two strings (by code point); empty where they have none. */
    static OptionalInt order(@Nullable Object a, @Nullable Object b) {
        if (a instanceof Number x && b instanceof Number y) {
            double p = x.doubleValue();
            double q = y.doubleValue();
            return OptionalInt.of(p < q ? -1 : p > q ? 1 : 0);
        }
        return a instanceof String x && b instanceof String y
                ? OptionalInt.of(compareCodePoints(x, y))
                : OptionalInt.empty();
    }

    private static int compareCodePoints(String a, String b) {
        int at = 0;
        int end = Math.min(a.length(), b.length());
        while (at < end && a.charAt(at) == b.charAt(at)) {
            at++;
        }
        if (at == end) {
            return Integer.compare(a.length(), b.length());
        }
        char x = a.charAt(at);
        char y = b.charAt(at);
        // Surrogates stand for code points above every other char's.
        return Character.isSurrogate(x) == Character.isSurrogate(y)
                ? Character.compare(x, y)
                : Boolean.compare(Character.isSurrogate(x), Character.isSurrogate(y));
    }

    private FilterValues() {}
}
