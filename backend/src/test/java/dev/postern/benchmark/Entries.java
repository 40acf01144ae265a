package dev.postern.benchmark;

import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Log entries as a log worker gets them, always alike for one seed. */
final class Entries {

    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final int TENANTS = 1_000;
    private static final int LEAST_PAYLOAD = 450;

    static List<LogEntry> of(int count, long seed) {
        Random random = new Random(seed);
        List<LogEntry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int tenant = (int) Math.exp(random.nextDouble() * Math.log(TENANTS + 1));
            String destination = "des_%d_%d".formatted(tenant, random.nextInt(1 + tenant % 8));
            // Not quite in order, as deliveries end.
            Instant time = START.plusMillis(10L * i + random.nextInt(2_000));
            Event event = new Event(
                    "evt_" + hex(random, 24),
                    "tenant_" + tenant,
                    null,
                    List.of(destination),
                    "topic." + (int) Math.exp(random.nextDouble() * Math.log(21)),
                    true,
                    time,
                    Map.of("source", "benchmark"),
                    "{\"number\":%d,\"text\":\"%s\"}".formatted(i, hex(random, LEAST_PAYLOAD + random.nextInt(512))));
            boolean failed = random.nextInt(20) == 0;
            entries.add(new LogEntry(
                    event,
                    new Delivery(
                            "atm_" + hex(random, 24),
                            destination,
                            "webhook",
                            failed ? DeliveryStatus.FAILED : DeliveryStatus.SUCCESS,
                            time.plusMillis(random.nextInt(500)),
                            1,
                            false,
                            failed ? "500" : "200",
                            "{\"status\":200,\"body\":\"%s\"}".formatted(hex(random, 32)),
                            20 + random.nextInt(400),
                            event),
                    null));
        }
        return entries;
    }

    private static String hex(Random random, int length) {
        StringBuilder text = new StringBuilder(length);
        while (text.length() < length) {
            text.append(Integer.toHexString(random.nextInt()));
        }
        text.setLength(length);
        return text.toString();
    }

    private Entries() {}
}
