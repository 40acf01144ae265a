package dev.postern.logstore.clickhouse;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes ClickHouse's RowBinary. */
final class RowWriter {

    private final OutputStream out;

    RowWriter(OutputStream out) {
        this.out = out;
    }

    void text(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        varint(bytes.length);
        out.write(bytes);
    }

    void texts(List<String> texts) throws IOException {
        varint(texts.size());
        for (String text : texts) {
            text(text);
        }
    }

    void flag(boolean value) throws IOException {
        out.write(value ? 1 : 0);
    }

    /** A UInt32. */
    void number(int value) throws IOException {
        little(value, Integer.BYTES);
    }

    /** A Nullable(UInt32). */
    void numberOrNull(@Nullable Integer value) throws IOException {
        flag(value == null);
        if (value != null) {
            number(value);
        }
    }

    /** A DateTime64(3). */
    void time(Instant time) throws IOException {
        little(time.toEpochMilli(), Long.BYTES);
    }

    private void varint(int value) throws IOException {
        int rest = value;
        while (rest >= 0x80) {
            out.write((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }

    private void little(long value, int bytes) throws IOException {
        for (int i = 0; i < bytes; i++) {
            out.write((int) (value >>> (8 * i)) & 0xff);
        }
    }
}
