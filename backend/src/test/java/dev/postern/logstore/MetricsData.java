package dev.postern.logstore;

import static dev.postern.logstore.LogEntries.entry;

import dev.postern.model.DeliveryStatus;
import dev.postern.model.LogEntry;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A log small enough to be counted by hand: around the turn of a year, a Monday and two ends of a month.
 *
 * <pre>
 *      tenant  event   destination          topic          end      code  no  by   time                      ms
 * a1   acme    evt_a1  des_1     webhook    order.created  SUCCESS  200   1        Sun 2025-12-28 23:59:59.999    10
 * a2   acme    evt_a2  des_1     webhook    order.created  FAILED   500   1        Mon 2025-12-29 00:00:00        20
 * a3   acme    evt_a2  des_1     webhook    order.created  FAILED   500   2        Mon 2025-12-29 00:00:30        30
 * a4   acme    evt_a2  des_1     webhook    order.created  SUCCESS  200   3  hand  Wed 2025-12-31 23:59:59.999    40
 * a5   acme    evt_a5  des_2     aws_sqs    order.paid     FAILED         1        Thu 2026-01-01 00:00:00
 * a6   acme    evt_a6  des_2     aws_sqs    order.paid     SUCCESS  ok    1        Mon 2026-01-05 00:00:00       100
 * a7   acme    evt_a7  des_ü     webhook    U+FFEE         SUCCESS  200   1        Sat 2026-01-31 23:59:59.999    50
 * a8   acme    evt_a8  des_ü     webhook    U+1F600        SUCCESS  200   1        Sat 2026-01-31 23:59:59.999    60
 * g1   globex  evt_g1  des_1     webhook    order.created  SUCCESS  200   1        Mon 2025-12-29 12:00:00      1000
 * g2   globex  evt_g2  des_1     webhook    order.paid     FAILED   404   1        Sun 2026-02-01 00:00:00      2000
 * </pre>
 *
 * <p>Every event happened when its first attempt was made, and matched that destination and {@code des_all}.
 */
final class MetricsData {

    /** Comes after the emoji where text is compared by Java's characters, and before it by its bytes. */
    static final String LATE_TOPIC = "\uffee";

    static final String EMOJI_TOPIC = "\ud83d\ude00";

    static final String NEW_YEAR = "2026-01-01T00:00:00Z";
    static final String MONDAY = "2025-12-29T00:00:00Z";

    static List<LogEntry> entries() {
        return List.of(
                acme("a1", "2025-12-28T23:59:59.999Z").latency(10).build(),
                acme("a2", MONDAY)
                        .latency(20)
                        .outcome(DeliveryStatus.FAILED, "500", "{}")
                        .build(),
                acme("a3", "2025-12-29T00:00:30Z")
                        .event("evt_a2")
                        .eventAt(Instant.parse(MONDAY))
                        .attempt(2, false)
                        .latency(30)
                        .outcome(DeliveryStatus.FAILED, "500", "{}")
                        .build(),
                acme("a4", "2025-12-31T23:59:59.999Z")
                        .event("evt_a2")
                        .eventAt(Instant.parse(MONDAY))
                        .attempt(3, true)
                        .latency(40)
                        .build(),
                acme("a5", NEW_YEAR)
                        .destination("des_2")
                        .type("aws_sqs")
                        .topic("order.paid")
                        .latency(null)
                        .outcome(DeliveryStatus.FAILED, null, null)
                        .build(),
                acme("a6", "2026-01-05T00:00:00Z")
                        .destination("des_2")
                        .type("aws_sqs")
                        .topic("order.paid")
                        .latency(100)
                        .outcome(DeliveryStatus.SUCCESS, "ok", "{}")
                        .build(),
                acme("a7", "2026-01-31T23:59:59.999Z")
                        .destination("des_ü")
                        .topic(LATE_TOPIC)
                        .latency(50)
                        .build(),
                acme("a8", "2026-01-31T23:59:59.999Z")
                        .destination("des_ü")
                        .topic(EMOJI_TOPIC)
                        .latency(60)
                        .build(),
                of("globex", "g1", "2025-12-29T12:00:00Z").latency(1_000).build(),
                of("globex", "g2", "2026-02-01T00:00:00Z")
                        .topic("order.paid")
                        .latency(2_000)
                        .outcome(DeliveryStatus.FAILED, "404", "{}")
                        .build());
    }

    /** What was told of {@code a1} at first. */
    static LogEntry superseded() {
        return acme("a1", "2025-12-28T23:59:59.999Z")
                .latency(9_999)
                .outcome(DeliveryStatus.FAILED, "503", "{}")
                .build();
    }

    /** Enough to be busy with, of a tenant that nobody counts. */
    static List<LogEntry> many(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> entry("other", "o" + i)
                        .at(Instant.parse(MONDAY).plusSeconds(i))
                        .latency(i)
                        .build())
                .toList();
    }

    private static LogEntries acme(String id, String time) {
        return of("acme", id, time);
    }

    private static LogEntries of(String tenant, String id, String time) {
        return entry(tenant, id).topic("order.created").at(Instant.parse(time));
    }

    private MetricsData() {}
}
