package dev.postern.clickhouse;

/** No ClickHouse is to be had here; the message says why, in one line. */
public final class ClickHouseAbsentException extends Exception {

    private static final long serialVersionUID = 1L;

    ClickHouseAbsentException(String message) {
        super(message);
    }
}
