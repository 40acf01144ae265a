package dev.postern.logstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.model.Page;
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
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A tenant sends large payloads, and asks for the longest page of them: what is read must not be in memory
 * several times over, and no more of it than there is room for. The page is read by a process of its own, whose
 * heap is small. An adapter's test says what runs in it: a main method that opens the log and calls {@link #read}
 * with its last argument.
 */
public abstract class LargePageContract {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int ROWS = 1_000;
    private static final int CHARACTERS = 100_000;
    private static final int BATCH = 50;

    private static final int HUGE = 1024 * 1024;
    private static final int HUGE_ROWS = 400;
    private static final int HUGE_BATCH = 10;

    /** What an operation may read where nothing else is said. */
    private static final int BUDGET = 32 * 1024 * 1024;

    protected abstract LogWriter writer();

    /** The class with the main method, and its arguments but the last. */
    protected abstract List<String> reader();

    @Test
    void aPageOfLargePayloads_fitsASmallHeap() throws IOException, InterruptedException {
        insert("t1", ROWS, CHARACTERS, BATCH);

        assertThat(run("512m", "whole")).contains("%d rows, %d characters%n".formatted(ROWS, (long) ROWS * CHARACTERS));
    }

    /** Hundreds of the largest events, four times in one operation: refused, and the next page comes. */
    @Test
    void aPageOverItsBudget_isRefused_andTheNextIsRead() throws IOException, InterruptedException {
        insert("t2", HUGE_ROWS, HUGE, HUGE_BATCH);

        assertThat(run("256m", "refused"))
                .contains("refused: The rows carry more than %d characters".formatted(BUDGET))
                .contains("%d rows, %d characters%n".formatted(HUGE_BATCH, (long) HUGE_BATCH * HUGE));
    }

    private void insert(String tenant, int rows, int characters, int batch) {
        // One character beyond Latin-1 makes all of them take two bytes in memory, and so 200 MB a page of 100,000
        // each.
        String data = "\"" + "x".repeat(characters - 3) + "\u6f22\"";
        for (int start = 0; start < rows; start += batch) {
            writer().insert(IntStream.range(start, start + batch)
                            .mapToObj(i -> entry(tenant, i, data))
                            .toList())
                    .block(PATIENCE);
        }
    }

    private String run(String heap, String what) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(reader());
        command.add(what);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }

    /** Reads what is asked for, and prints how much it has. */
    protected static void read(DeliveryReader deliveries, String what) {
        switch (what) {
            case "whole" -> print(deliveries.listDeliveries(DeliveryQuery.of("t1", PageRequest.first(ROWS))));
            case "refused" -> {
                refuse(deliveries);
                print(deliveries.listDeliveries(
                        DeliveryQuery.of("t2", PageRequest.first(HUGE_BATCH)), new PayloadBudget(BUDGET)));
            }
            default -> throw new IllegalArgumentException(what + " (expected: whole or refused)");
        }
    }

    private static void refuse(DeliveryReader deliveries) {
        PayloadBudget operation = new PayloadBudget(BUDGET);
        Flux.range(0, 4)
                .flatMapDelayError(
                        i -> deliveries.listDeliveries(DeliveryQuery.of("t2", PageRequest.first(ROWS)), operation),
                        4,
                        1)
                .then()
                .onErrorResume(error -> {
                    List<Throwable> causes = Exceptions.unwrapMultiple(error);
                    causes.forEach(cause -> System.out.printf("refused: %s%n", cause.getMessage()));
                    return causes.stream().allMatch(PayloadBudgetExceededException.class::isInstance)
                            ? Mono.empty()
                            : Mono.error(error);
                })
                .block(PATIENCE);
    }

    private static void print(Mono<Page<Delivery>> page) {
        List<Delivery> rows = Objects.requireNonNull(page.block(PATIENCE)).items();
        System.out.printf(
                "%d rows, %d characters%n",
                rows.size(),
                rows.stream()
                        .mapToLong(delivery -> delivery.event().requireData().length())
                        .sum());
    }

    private static LogEntry entry(String tenant, int i, String data) {
        Instant time = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(i);
        Event event =
                new Event(tenant + "_evt_" + i, tenant, null, List.of("des_1"), "topic", true, time, Map.of(), data);
        return new LogEntry(
                event,
                new Delivery(
                        tenant + "_atm_" + i,
                        "des_1",
                        "webhook",
                        DeliveryStatus.SUCCESS,
                        time,
                        1,
                        false,
                        "200",
                        "{}",
                        5,
                        event),
                null);
    }
}
