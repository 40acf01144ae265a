package dev.postern.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.livelog.LiveFeed;
import dev.postern.livelog.LiveLogSettings;
import dev.postern.livelog.memory.MemoryLiveLog;
import dev.postern.logstore.EventFilter;
import dev.postern.logstore.PayloadBudget;
import dev.postern.logstore.PayloadRoom;
import dev.postern.logstore.memory.MemoryLogStore;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import graphql.GraphQLContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

class LogWatchTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final MemoryLogStore log = new MemoryLogStore();
    private final MemoryLiveLog live = new MemoryLiveLog();
    private final PayloadRoom room = new PayloadRoom(100, 100);
    private final AtomicInteger reads = new AtomicInteger();
    private final GraphQLContext context = GraphQLContext.newContext().build();
    private final Reader reader = new Reader();
    private LiveFeed feed = feed(10);

    @AfterEach
    void close() {
        reader.dispose();
        feed.close();
    }

    /** Others have the memory for a moment: what waits is told when they are done, and is read no more often than that. */
    @Test
    void fullRoom_isWaitedFor() {
        watch(10);
        reader.request(10);
        PayloadBudget one = holding();
        PayloadBudget other = holding();
        tell(0, 8);
        await().atMost(PATIENCE).until(() -> reads.get() > 0);
        one.release();
        other.release();
        await().atMost(PATIENCE).until(() -> reader.told.size() == 8);
        assertThat(reader.told).containsExactlyElementsOf(ids(0, 8));
        assertThat(dropped()).isZero();
    }

    /** One reads nothing any more: nothing is read for it, and what comes waits or is dropped. */
    @Test
    void rows_areReadWhenTheyAreAskedFor() {
        feed = feed(1);
        watch(1);
        reader.request(1);
        tell(0, 1);
        await().atMost(PATIENCE).until(() -> reader.told.size() == 1);
        tell(1, 2);
        tell(2, 3);
        reader.request(1);
        await().atMost(PATIENCE).until(() -> reader.told.size() == 2);
        tell(3, 4);
        reader.request(1);
        await().atMost(PATIENCE).until(() -> reader.told.size() == 3);
        assertThat(reader.told).containsExactly("evt_0", "evt_1", "evt_3");
        assertThat(dropped()).isEqualTo(1);
        assertThat(reads).hasValue(3);
    }

    private LiveFeed feed(int buffer) {
        return new LiveFeed(live, LiveLogSettings.DEFAULTS.withBuffer(buffer));
    }

    private void watch(int batch) {
        var watch = new LogWatch(
                feed,
                log,
                log,
                alone -> {
                    reads.incrementAndGet();
                    return new PayloadBudget(1_000, room);
                },
                batch);
        watch.events(EventFilter.ANY, true, context).map(Event::id).subscribe(reader);
        Watching.of(context).orElseThrow().begun().block(PATIENCE);
    }

    private long dropped() {
        return Watching.of(context).orElseThrow().takeDropped();
    }

    private PayloadBudget holding() {
        var budget = new PayloadBudget(100, room);
        budget.take(50);
        return budget;
    }

    private void tell(int from, int to) {
        Instant time = Instant.parse("2026-01-15T10:30:00Z");
        List<LogEntry> entries = ids(from, to).stream()
                .map(id -> {
                    var event = new Event(
                            id, "acme", null, List.of("des_1"), "user.created", true, time, Map.of(), "{\"n\":1}");
                    return new LogEntry(
                            event,
                            new Delivery(
                                    "atm_" + id,
                                    "des_1",
                                    "webhook",
                                    DeliveryStatus.SUCCESS,
                                    time,
                                    1,
                                    false,
                                    "200",
                                    null,
                                    7,
                                    event),
                            null);
                })
                .toList();
        log.insert(entries).block(PATIENCE);
        live.tell(entries);
    }

    private static List<String> ids(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "evt_" + i).toList();
    }

    /** Takes what it asks for. */
    private static final class Reader extends BaseSubscriber<String> {

        private final List<String> told = new CopyOnWriteArrayList<>();

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            // Asks when the test does.
        }

        @Override
        protected void hookOnNext(String id) {
            told.add(id);
        }
    }
}
