package dev.postern.logstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.model.PageRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A tenant sends large payloads, and asks for the longest page of them: what is read must not be in memory
 * several times over. The page is read by a process of its own, whose heap is 512 MB. An adapter's test says
 * what runs in it: a main method that opens the log and calls {@link #read}.
 */
public abstract class LargePageContract {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int ROWS = 1_000;
    private static final int CHARACTERS = 100_000;
    private static final int BATCH = 50;

    protected abstract LogWriter writer();

    /** The class with the main method, and its arguments. */
    protected abstract List<String> reader();

    @Test
    void aPageOfLargePayloads_fitsASmallHeap() throws IOException, InterruptedException {
        // One character beyond Latin-1 makes all of them take two bytes in memory, and so 200 MB the page.
        String data = "\"" + "x".repeat(CHARACTERS - 3) + "\u6f22\"";
        for (int batch = 0; batch < ROWS; batch += BATCH) {
            writer().insert(IntStream.range(batch, batch + BATCH)
                            .mapToObj(i -> entry(i, data))
                            .toList())
                    .block(PATIENCE);
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(reader());

        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        assertThat(output).contains("%d rows, %d characters%n".formatted(ROWS, (long) ROWS * CHARACTERS));
    }

    /** Reads the page and prints how much it has. */
    protected static void read(DeliveryReader deliveries) {
        List<Delivery> page = Objects.requireNonNull(deliveries
                        .listDeliveries(DeliveryQuery.of("t1", PageRequest.first(ROWS)))
                        .block(PATIENCE))
                .items();
        System.out.printf(
                "%d rows, %d characters%n",
                page.size(),
                page.stream()
                        .mapToLong(delivery -> delivery.event().requireData().length())
                        .sum());
    }

    private static LogEntry entry(int i, String data) {
        Instant time = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(i);
        Event event = new Event("evt_" + i, "t1", null, List.of("des_1"), "topic", true, time, Map.of(), data);
        return new LogEntry(
                event,
                new Delivery(
                        "atm_" + i, "des_1", "webhook", DeliveryStatus.SUCCESS, time, 1, false, "200", "{}", 5, event),
                null);
    }
}
