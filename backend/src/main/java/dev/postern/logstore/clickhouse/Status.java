package dev.postern.logstore.clickhouse;

import dev.postern.model.DeliveryStatus;

/** The column's text for a status, in rows and in filters. */
final class Status {

    static String text(DeliveryStatus status) {
        return switch (status) {
            case SUCCESS -> "success";
            case FAILED -> "failed";
        };
    }

    private Status() {}
}
