package dev.postern.logstore.clickhouse;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads ClickHouse's RowBinary: values one after another, with neither names nor types. */
final class RowReader {

    private final InputStream in;

    RowReader(InputStream in) {
        this.in = in;
    }

    /** Whether another row begins here. The stream must support marks. */
    boolean hasNext() throws IOException {
        in.mark(1);
        boolean more = in.read() >= 0;
        in.reset();
        return more;
    }

    String text() throws IOException {
        int length = Math.toIntExact(varint());
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("inside a text");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    List<String> texts() throws IOException {
        int count = Math.toIntExact(varint());
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(text());
        }
        return texts;
    }

    boolean flag() throws IOException {
        return octet() != 0;
    }

    /** A UInt32, or the largest int, where it is larger. */
    int number() throws IOException {
        return (int) Math.min(little(Integer.BYTES), Integer.MAX_VALUE);
    }

    @Nullable
    Integer numberOrNull() throws IOException {
        return flag() ? null : number();
    }

    /** An Int64 or a UInt64. */
    long count() throws IOException {
        return little(Long.BYTES);
    }

    /** A Float64. */
    double decimal() throws IOException {
        return Double.longBitsToDouble(little(Double.BYTES));
    }

    /** An Array(Float64). */
    List<Double> decimals() throws IOException {
        int count = Math.toIntExact(varint());
        List<Double> decimals = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            decimals.add(decimal());
        }
        return decimals;
    }

    /** A DateTime64(3). */
    Instant time() throws IOException {
        return Instant.ofEpochMilli(little(Long.BYTES));
    }

    private long varint() throws IOException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int octet = octet();
            value |= (long) (octet & 0x7f) << shift;
            if (octet < 0x80) {
                return value;
            }
        }
        throw new IOException("a length of more than 64 bits");
    }

    private long little(int bytes) throws IOException {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (long) octet() << (8 * i);
        }
        return value;
    }

    private int octet() throws IOException {
        int octet = in.read();
        if (octet < 0) {
            throw new EOFException("inside a row");
        }
        return octet;
    }
}
