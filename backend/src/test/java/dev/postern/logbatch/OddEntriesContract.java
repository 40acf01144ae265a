package dev.postern.logbatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.fakes.Faults;
import dev.postern.fakes.FaultyLogWriter;
import dev.postern.fakes.HandedMessage;
import dev.postern.livelog.LiveLog;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.LogWriter;
import dev.postern.logstore.StoredForm;
import dev.postern.logstore.TimeResolution;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.model.PageRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a log makes of entries that no publisher of ours sends, but that a queue may carry: each is stored
 * in its stored form, or set aside where the store can't hold it, and its neighbours are stored regardless.
 * An adapter's test says how to make an empty log for each test.
 */
public abstract class OddEntriesContract {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** One try of the whole, then the search: what else is tried is only about stores that are down. */
    private static final LogBatchSettings ONE_TRY = new LogBatchSettings(
            1_000,
            32L * 1024 * 1024,
            1,
            Duration.ofSeconds(1),
            1,
            Duration.ofMillis(1),
            Duration.ofMillis(1),
            Duration.ofSeconds(1));

    /** Longer than any of PostgreSQL's indexes can hold, even packed. */
    private static final String HUGE = random(20_000);

    protected abstract LogWriter writer();

    protected abstract EventReader events();

    protected abstract DeliveryReader deliveries();

    /** How finely the log keeps times. */
    protected TimeResolution times() {
        return TimeResolution.MICROSECONDS;
    }

    /** Whether the store sets aside what is too long for an index. */
    protected abstract boolean refusesHuge();

    static Set<String> storable() {
        return odd().keySet().stream().filter(name -> !name.startsWith("huge ")).collect(Collectors.toSet());
    }

    static Set<String> huge() {
        return odd().keySet().stream().filter(name -> name.startsWith("huge ")).collect(Collectors.toSet());
    }

    @ParameterizedTest
    @MethodSource("storable")
    void whatHasAStoredForm_isStored(String name) {
        LogEntry odd = Objects.requireNonNull(odd().get(name));
        FaultyLogWriter writer = write(List.of(good(0), odd, good(1)));

        assertStored(odd);
        assertStored(good(0));
        assertStored(good(1));
        assertThat(writer.triedSizes()).containsExactly(3);
    }

    @ParameterizedTest
    @MethodSource("huge")
    void whatIsTooLong_holdsNobodyUp(String name) {
        LogEntry odd = Objects.requireNonNull(odd().get(name));
        List<LogEntry> batch = new ArrayList<>(
                IntStream.range(0, 1_000).mapToObj(OddEntriesContract::good).toList());
        batch.set(617, odd);

        FaultyLogWriter writer = write(batch);

        assertThat(goods()).hasSize(999);
        if (refusesHuge()) {
            assertThat(found(odd)).isFalse();
            // Two halves on each of ten levels, the whole, and whether the store still works.
            assertThat(writer.triedSizes()).hasSizeLessThan(30);
        } else {
            assertStored(odd);
        }
    }

    /** A publisher that is not ours sends nothing but such. */
    @Test
    void severalThatAreTooLong_areEachFound() {
        List<LogEntry> batch = new ArrayList<>(
                IntStream.range(0, 1_000).mapToObj(OddEntriesContract::good).toList());
        List<Integer> places = List.of(0, 1, 2, 500, 998, 999);
        for (int i : places) {
            batch.set(i, new Odd().id("evt_huge_" + i, HUGE + i).build());
        }

        FaultyLogWriter writer = write(batch);

        assertThat(goods()).hasSize(994);
        assertThat(writer.triedSizes()).hasSizeLessThan(100);
    }

    /** As many of 256 characters as an id of ours may have, each four bytes long. */
    @Test
    void theLongestOfOurs_areStored() {
        String longest = IntStream.range(0, 128)
                .mapToObj(i -> Character.toString(0x1F300 + i * 7))
                .collect(Collectors.joining());
        LogEntry entry = new Odd()
                .id(longest + "e", longest + "d")
                .destination(longest + "x")
                .topic(longest)
                .build();

        write(List.of(entry, good(1)));

        assertStored(entry);
    }

    /** Two ids that are one once stored: the pair would fail in one statement, for no entry's own fault. */
    @Test
    void entriesThatStoreAlike_areOne() {
        write(List.of(
                new Odd().id("evt_\ud800", "atm_\ud800").build(),
                new Odd().id("evt_\ud801", "atm_\ud801").build(),
                new Odd().id("evt_\0", "atm_\0").build(),
                good(1)));

        assertThat(found(good(1))).isTrue();
        assertThat(deliveries()
                        .listDeliveries(DeliveryQuery.of("odd", PageRequest.first(10)))
                        .block(PATIENCE))
                .satisfies(page ->
                        assertThat(page.items()).extracting(Delivery::id).containsExactly("atm_\ufffd"));
    }

    private static Map<String, LogEntry> odd() {
        Map<String, LogEntry> odd = new LinkedHashMap<>();
        for (String text :
                List.of("\0", "\ud800", "\udfff", "x\0\0\ud83d", "\ud83d\ude00", "\uffff", "\u202e", "{NULL,\"\\")) {
            String name = text.chars().mapToObj(Integer::toHexString).collect(Collectors.joining("-"));
            odd.put("ids with " + name, new Odd().id("evt" + text, "atm" + text).build());
            odd.put("tenant with " + name, new Odd().tenant("odd" + text).build());
            odd.put(
                    "destination with " + name,
                    new Odd().destination("des" + text).build());
            odd.put("topic with " + name, new Odd().topic("topic" + text).build());
            odd.put(
                    "metadata with " + name,
                    new Odd().metadata(Map.of("k" + text, "v" + text)).build());
            odd.put("code with " + name, new Odd().answer("code" + text, "{}").build());
            odd.put("payload with " + name, new Odd().data("\"" + text + "\"").build());
            odd.put(
                    "answer with " + name,
                    new Odd().answer("200", "\"" + text + "\"").build());
        }
        for (Instant time : List.of(Instant.MIN, Instant.MAX, Instant.EPOCH.minusNanos(1))) {
            odd.put("time " + time, new Odd().time(time).build());
        }
        odd.put("empty texts", new Odd().topic("").metadata(Map.of("", "")).build());
        odd.put(
                "separators",
                new Odd()
                        .topic("\u0001")
                        .destination("a\u0001b")
                        .answer("\u0002", "{}")
                        .build());
        odd.put("payload that is no JSON", new Odd().data("{\"a\":").build());
        odd.put("huge event id", new Odd().id("evt_" + HUGE, "atm_odd").build());
        odd.put("huge delivery id", new Odd().id("evt_odd", "atm_" + HUGE).build());
        odd.put("huge tenant", new Odd().tenant(HUGE).build());
        odd.put("huge destination", new Odd().destination(HUGE).build());
        odd.put("huge topic", new Odd().topic(HUGE).build());
        return odd;
    }

    private FaultyLogWriter write(List<LogEntry> entries) {
        var writer = new FaultyLogWriter(writer(), new Faults());
        List<HandedMessage<LogEntry>> messages =
                entries.stream().map(HandedMessage::first).toList();
        new LogBatcher(writer, ONE_TRY, LiveLog.SILENT)
                .write(List.copyOf(messages))
                .block(PATIENCE);

        // What is stored is done with, and what never can be is kept aside for a look.
        assertThat(messages)
                .allSatisfy(message -> assertThat(message.settled())
                        .isEqualTo(isGood(message.body()) || found(message.body()) ? "ack" : "aside"));
        return writer;
    }

    private static boolean isGood(LogEntry entry) {
        return entry.event().tenantId().equals("good");
    }

    private List<Delivery> goods() {
        return Objects.requireNonNull(deliveries()
                        .listDeliveries(DeliveryQuery.of("good", PageRequest.first(1_000)))
                        .block(PATIENCE))
                .items();
    }

    private boolean found(LogEntry entry) {
        return Boolean.TRUE.equals(deliveries()
                .retrieveDelivery(entry.event().tenantId(), entry.delivery().id())
                .hasElement()
                .block(PATIENCE));
    }

    private void assertStored(LogEntry entry) {
        Event event = StoredForm.of(entry.event(), times());
        Delivery delivery = StoredForm.of(entry.delivery(), event, times());

        assertThat(events().retrieveEvent(
                                entry.event().tenantId(), entry.event().id())
                        .block(PATIENCE))
                .isEqualTo(event);
        assertThat(deliveries()
                        .retrieveDelivery(
                                entry.event().tenantId(), entry.delivery().id())
                        .block(PATIENCE))
                .isEqualTo(delivery);
    }

    private static LogEntry good(int i) {
        return new Odd()
                .tenant("good")
                .id("evt_" + i, "atm_" + i)
                .time(START.plusSeconds(i))
                .build();
    }

    private static String random(int length) {
        StringBuilder text = new StringBuilder(length);
        new Random(1).ints(length, '!', '~').forEach(c -> text.append((char) c));
        return text.toString();
    }

    /** An entry that is odd in one way. */
    private static final class Odd {

        private String tenant = "odd";
        private String eventId = "evt_odd";
        private String deliveryId = "atm_odd";
        private String destination = "des_1";
        private String topic = "topic.1";
        private Instant time = START;
        private Map<String, String> metadata = Map.of();
        private String data = "{}";
        private String code = "200";
        private String response = "{}";

        Odd tenant(String value) {
            tenant = value;
            return this;
        }

        Odd id(String event, String delivery) {
            eventId = event;
            deliveryId = delivery;
            return this;
        }

        Odd destination(String value) {
            destination = value;
            return this;
        }

        Odd topic(String value) {
            topic = value;
            return this;
        }

        Odd time(Instant value) {
            time = value;
            return this;
        }

        Odd metadata(Map<String, String> value) {
            metadata = value;
            return this;
        }

        Odd data(String value) {
            data = value;
            return this;
        }

        Odd answer(String newCode, String newResponse) {
            code = newCode;
            response = newResponse;
            return this;
        }

        LogEntry build() {
            Event event = new Event(eventId, tenant, null, List.of(destination), topic, true, time, metadata, data);
            return new LogEntry(
                    event,
                    new Delivery(
                            deliveryId,
                            destination,
                            "webhook",
                            DeliveryStatus.FAILED,
                            time,
                            1,
                            false,
                            code,
                            response,
                            5,
                            event),
                    null);
        }
    }
}
