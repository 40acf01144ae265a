package dev.postern.logbatch;

import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.queue.MessageQueue.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Entries that wait to be stored together. Used by one thread after another. */
final class Batch {

    private static final int OVERHEAD_BYTES = 2_048;

    private final LogBatchSettings settings;
    private List<Message<LogEntry>> messages = new ArrayList<>();
    private long bytes;
    private int ticks;

    Batch(LogBatchSettings settings) {
        this.settings = settings;
    }

    void add(Message<LogEntry> message) {
        messages.add(message);
        bytes += sizeOf(message.body());
    }

    boolean isFull() {
        return messages.size() >= settings.size() || bytes >= settings.bytes();
    }

    /** Counts one more tick of those that the oldest entry waits for; true at the last. */
    boolean isDueAfterTick(int ticksOfThreshold) {
        return !messages.isEmpty() && ++ticks >= ticksOfThreshold;
    }

    /** What it holds, which it holds no more. */
    List<Message<LogEntry>> take() {
        List<Message<LogEntry>> taken = messages;
        messages = new ArrayList<>();
        bytes = 0;
        ticks = 0;
        return taken;
    }

    private static long sizeOf(LogEntry entry) {
        Event event = entry.event();
        return OVERHEAD_BYTES
                + sizeOf(event.data())
                + sizeOf(event.metadata())
                + sizeOf(entry.delivery().response())
                + (entry.destination() == null ? 0 : sizeOf(entry.destination().config()));
    }

    private static long sizeOf(Map<String, String> map) {
        return map.entrySet().stream()
                .mapToLong(pair -> sizeOf(pair.getKey()) + sizeOf(pair.getValue()))
                .sum();
    }

    private static long sizeOf(@Nullable String text) {
        return text == null ? 0 : 2L * text.length();
    }
}
