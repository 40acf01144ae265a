package dev.postern.logstore;

import dev.postern.model.Cursor;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in a list as the text that callers keep: base 62 of {@code <list>v01:<milliseconds>::<id>},
 * which Outpost reads and writes too. A row whose time has microseconds gets {@code
 * <list>p01:<microseconds>::<id>}, which Outpost refuses by its version: cut to milliseconds, the next page
 * would skip or repeat rows.
 *
 * <p>A place says nothing of filters and order: it means the same row under all of them. Outpost's
 * cursors in the list of tenants have no id, and are refused.
 */
public final class CursorCodec {

    /** The longest text that is looked at. */
    public static final int MAX_LENGTH = 4_096;

    private static final Pattern FORM =
            Pattern.compile("(?<list>[a-z]{3})(?<version>[a-z]\\d\\d):(?<time>-?\\d{1,18})::(?<id>.+)", Pattern.DOTALL);

    private static final String MILLIS = "v01";
    private static final String MICROS = "p01";
    private static final long MICROS_PER_SECOND = 1_000_000;

    /** Which list a place is in. */
    public enum ListName {
        EVENTS("evt"),
        DELIVERIES("att"),
        TENANTS("tnt"),
        /** Not one of Outpost's. */
        DESTINATIONS("dst"),
        /** Not one of Outpost's. */
        DEAD_LETTERS("dlt"),
        /** Not one of Outpost's. */
        REPLAYS("rpl");

        private final String code;

        ListName(String code) {
            this.code = code;
        }
    }

    /** The text of the place. Times are cut to microseconds. */
    public static String encode(ListName list, Cursor place) {
        Instant time = place.time().truncatedTo(ChronoUnit.MICROS);
        String position = time.equals(time.truncatedTo(ChronoUnit.MILLIS))
                ? MILLIS + ":" + time.toEpochMilli()
                : MICROS + ":" + ChronoUnit.MICROS.between(Instant.EPOCH, time);
        return Base62.encode((list.code + position + "::" + place.id()).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The place that the text stands for.
     *
     * @throws InvalidCursorException when it is malformed, or from another list
     */
    public static Cursor decode(ListName list, String text) {
        Matcher matcher = FORM.matcher(plain(text));
        if (!matcher.matches()) {
            throw new InvalidCursorException("malformed");
        }
        if (!matcher.group("list").equals(list.code)) {
            throw new InvalidCursorException("from another list");
        }
        String id = matcher.group("id");
        if (id.indexOf('\0') >= 0) {
            throw new InvalidCursorException("malformed id");
        }
        return new Cursor(time(matcher.group("version"), Long.parseLong(matcher.group("time"))), id);
    }

    private static String plain(String text) {
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            throw new InvalidCursorException(
                    "has %d characters (expected: 1..%d)".formatted(text.length(), MAX_LENGTH));
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Base62.decode(text)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new InvalidCursorException("malformed");
        }
    }

    private static Instant time(String version, long position) {
        try {
            Instant time = switch (version) {
                case MILLIS -> Instant.ofEpochMilli(position);
                case MICROS ->
                    Instant.ofEpochSecond(
                            Math.floorDiv(position, MICROS_PER_SECOND),
                            Math.floorMod(position, MICROS_PER_SECOND) * 1_000);
                default -> throw new InvalidCursorException("of an unknown version");
            };
            if (time.equals(TimeResolution.MICROSECONDS.stored(time))) {
                return time;
            }
        } catch (DateTimeException e) {
            // Falls to the answer that any time out of range gets.
        }
        throw new InvalidCursorException("has a time out of range");
    }

    /** Digits, then small letters, then capitals. */
    static final class Base62 {

        private static final String DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
        private static final BigInteger BASE = BigInteger.valueOf(DIGITS.length());

        static String encode(byte[] bytes) {
            StringBuilder digits = new StringBuilder();
            for (BigInteger rest = new BigInteger(1, bytes); rest.signum() > 0; ) {
                BigInteger[] parts = rest.divideAndRemainder(BASE);
                digits.append(DIGITS.charAt(parts[1].intValue()));
                rest = parts[0];
            }
            return digits.reverse().toString();
        }

        static byte[] decode(String text) {
            BigInteger value = BigInteger.ZERO;
            for (int i = 0; i < text.length(); i++) {
                int digit = DIGITS.indexOf(text.charAt(i));
                if (digit < 0) {
                    throw new InvalidCursorException("malformed");
                }
                value = value.multiply(BASE).add(BigInteger.valueOf(digit));
            }
            byte[] bytes = value.toByteArray();
            return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
        }

        private Base62() {}
    }

    private CursorCodec() {}
}
