package dev.postern.logbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.fakes.Faults;
import dev.postern.fakes.FaultyLogWriter;
import dev.postern.fakes.HandedMessage;
import dev.postern.fakes.Said;
import dev.postern.fakes.Samples;
import dev.postern.livelog.LiveLog;
import dev.postern.logstore.LogNotReadyException;
import dev.postern.logstore.LogWriter;
import dev.postern.logstore.memory.MemoryLogStore;
import dev.postern.model.LogEntry;
import dev.postern.queue.MessageQueue.Message;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

class LogBatcherTest {

    private static final Duration LONG = Duration.ofMinutes(10);

    private final MemoryLogStore store = new MemoryLogStore();
    private final Faults faults = new Faults();
    private final FaultyLogWriter writer = new FaultyLogWriter(store, faults);
    private final LogBatcher batcher = new LogBatcher(writer, LogBatchSettings.DEFAULTS, LiveLog.SILENT);

    /** The ordinary case: one insert, then the acknowledgements. */
    @Test
    void write_storesTheBatchAndAcknowledgesAll() {
        List<HandedMessage<LogEntry>> batch = batch(0, 1_000);

        write(batch);

        assertThat(batch).allMatch(message -> message.settled().equals("ack"));
        assertThat(writer.triedSizes()).containsExactly(1_000);
        assertLogged("evt_0");
        assertLogged("evt_999");
    }

    /** A deadlock, a fail-over: the store is back a moment later. */
    @Test
    void write_afterAMomentsFailure_storesTheBatchWhole() {
        faults.failNext(3);
        List<HandedMessage<LogEntry>> batch = batch(0, 10);

        write(batch);

        assertThat(batch).allMatch(message -> message.settled().equals("ack"));
        assertThat(writer.storedSizes()).containsExactly(10);
    }

    /** One entry has data that the store refuses: the other 999 are stored, it alone is set aside. */
    @Test
    void write_withOneUnstorableEntry_storesTheOthersAndSetsItAside() {
        for (int bad : List.of(0, 1_500, 2_999)) {
            writer.refuse("evt_" + bad);
            int first = bad / 1_000 * 1_000;
            List<HandedMessage<LogEntry>> batch = batch(first, first + 1_000);

            write(batch);

            HandedMessage<LogEntry> guilty = batch.get(bad - first);
            assertThat(guilty.settled()).isEqualTo("aside");
            assertThat(guilty.reason()).contains("can't hold it", "bad data in [evt_" + bad + "]");
            assertThat(batch)
                    .filteredOn(message -> message.settled().equals("ack"))
                    .hasSize(999);
            assertNotLogged("evt_" + bad);
        }
        assertLogged("evt_1");
        assertLogged("evt_2998");
        assertThat(writer.triedSizes().size()).isLessThan(200);
    }

    /** A publisher sends a run of bad data, first thing after a start. */
    @Test
    void write_withManyUnstorableEntries_setsAsideEachOfThem() {
        IntStream.range(30, 60).forEach(i -> writer.refuse("evt_" + i));
        List<HandedMessage<LogEntry>> batch = batch(0, 100);

        write(batch);

        assertThat(batch.subList(30, 60)).allMatch(message -> message.settled().equals("aside"));
        assertThat(batch).filteredOn(message -> message.settled().equals("ack")).hasSize(70);
        IntStream.range(30, 60).forEach(i -> assertNotLogged("evt_" + i));
        IntStream.range(60, 100).forEach(i -> assertLogged("evt_" + i));
    }

    /** A bad entry comes alone, on a quiet day: the store still takes what it took before, so it is to blame. */
    @Test
    void write_ofALoneUnstorableEntry_setsItAsideBecauseAnotherWasStoredBefore() {
        write(batch(0, 1));
        writer.refuse("evt_1");
        List<HandedMessage<LogEntry>> lone = batch(1, 2);

        write(lone);

        assertThat(lone.getFirst().settled()).isEqualTo("aside");
        assertNotLogged("evt_1");
    }

    /** A table lacks the partition for one entry: that is not its fault, and it waits for the partition. */
    @Test
    void write_ofAnEntryThatTheStoreIsNotReadyFor_givesItBackAlone() {
        LogWriter unready =
                entries -> entries.stream().anyMatch(entry -> entry.event().id().equals("evt_3"))
                        ? Mono.error(new LogNotReadyException(new IllegalStateException("no partition")))
                        : writer.insert(entries);
        List<HandedMessage<LogEntry>> batch = batch(0, 10);

        write(new LogBatcher(unready, LogBatchSettings.DEFAULTS, LiveLog.SILENT), batch);

        assertThat(batch.get(3).settled()).isEqualTo("nack");
        assertThat(batch).filteredOn(message -> message.settled().equals("ack")).hasSize(9);
    }

    /** The very first entry after a start fails: nobody can say whether it or the store is to blame. */
    @Test
    void write_ofALoneFailingEntryWithoutEvidence_givesItBack() {
        writer.refuse("evt_0");
        List<HandedMessage<LogEntry>> lone = batch(0, 1);

        write(lone);

        assertThat(lone.getFirst().settled()).isEqualTo("nack");
    }

    /** The database is down for longer: nothing is set aside, and it is left in peace. */
    @Test
    void write_whileTheStoreIsDown_givesEverythingBack() {
        write(batch(0, 10));
        faults.failAlways();
        List<HandedMessage<LogEntry>> batch = batch(10, 1_010);

        write(batch);

        assertThat(batch).allMatch(message -> message.settled().equals("nack"));
        assertThat(faults.failures()).isEqualTo(5);
    }

    /** … and says so each time, in lines: a stack trace for each batch would fill the disk. */
    @Test
    void write_whileTheStoreIsKnownToBeDown_tellsTheReasonInALine() {
        LogWriter down =
                entries -> Mono.error(new LogNotReadyException(new IllegalStateException("connection closed")));

        try (var said = new Said(LogBatcher.class)) {
            write(new LogBatcher(down, LogBatchSettings.DEFAULTS, LiveLog.SILENT), batch(0, 10));

            assertThat(said.lines()).anyMatch(line -> line.contains("connection closed"));
            assertThat(said.stackTraces()).isZero();
        }
    }

    /** … also right after a start, when nothing was stored yet. */
    @Test
    void write_whileTheStoreIsDownFromTheStart_givesEverythingBackAfterFewTries() {
        faults.failAlways();
        List<HandedMessage<LogEntry>> batch = batch(0, 1_000);

        write(batch);

        assertThat(batch).allMatch(message -> message.settled().equals("nack"));
        assertThat(faults.failures()).isLessThan(30);
    }

    /** The database goes down in the middle of the search: no entry is blamed for that. */
    @Test
    void write_whileTheStoreGoesDownDuringTheSearch_setsNothingAside() {
        writer.refuse("evt_7");
        LogWriter dying = entries -> {
            if (writer.storedSizes().size() == 2) {
                faults.failAlways();
            }
            return writer.insert(entries);
        };
        List<HandedMessage<LogEntry>> batch = batch(0, 8);

        write(new LogBatcher(dying, LogBatchSettings.DEFAULTS, LiveLog.SILENT), batch);

        assertThat(batch.subList(0, 6)).allMatch(message -> message.settled().equals("ack"));
        assertThat(batch.subList(6, 8)).allMatch(message -> message.settled().equals("nack"));
    }

    /** While it stays down, entries are kept longer and longer before they go round. */
    @Test
    void write_failingAgainAndAgain_pausesLongerEachTime() {
        faults.failAlways();
        var settings = new LogBatchSettings(
                1, 1, 1, Duration.ofSeconds(1), 1, Duration.ofSeconds(1), Duration.ofSeconds(4), Duration.ZERO);
        var patient = new LogBatcher(writer, settings, LiveLog.SILENT);

        for (int seconds : List.of(1, 2, 4, 4)) {
            List<HandedMessage<LogEntry>> batch = batch(0, 1);
            StepVerifier.withVirtualTime(() -> patient.write(messages(batch)))
                    .expectSubscription()
                    .expectNoEvent(Duration.ofSeconds(seconds))
                    .verifyComplete();
        }
    }

    /** SIGTERM while the database is down: no pause. */
    @Test
    void write_whileStopping_givesBackWithoutAPause() {
        faults.failAlways();
        var settings = new LogBatchSettings(
                1, 1, 1, Duration.ofSeconds(1), 1, Duration.ofHours(1), Duration.ofHours(1), Duration.ZERO);
        List<HandedMessage<LogEntry>> batch = batch(0, 1);

        StepVerifier.create(new LogBatcher(writer, settings, LiveLog.SILENT)
                        .write(messages(batch), Mono.empty(), Mono.never()))
                .verifyComplete();

        assertThat(batch.getFirst().settled()).isEqualTo("nack");
    }

    /** The time to stop is over while the database hangs. */
    @Test
    void write_cutOff_givesBackWhatIsNotStored() {
        Sinks.Empty<Void> cutOff = Sinks.empty();
        List<HandedMessage<LogEntry>> batch = batch(0, 2);
        var hanging = new LogBatcher(entries -> Mono.never(), LogBatchSettings.DEFAULTS, LiveLog.SILENT);

        StepVerifier.create(hanging.write(messages(batch), Mono.empty(), cutOff.asMono()))
                .expectSubscription()
                .then(cutOff::tryEmitEmpty)
                .verifyComplete();

        assertThat(batch).allMatch(message -> message.settled().equals("nack"));
    }

    /** The process is torn down. */
    @Test
    void write_cancelled_givesBackWhatIsNotStored() {
        List<HandedMessage<LogEntry>> batch = batch(0, 2);
        var hanging = new LogBatcher(entries -> Mono.never(), LogBatchSettings.DEFAULTS, LiveLog.SILENT);

        hanging.write(messages(batch)).subscribe().dispose();

        assertThat(batch).allMatch(message -> message.settled().equals("nack"));
    }

    /** A worker is put together, and not started. */
    @Test
    void write_unsubscribed_doesNothing() {
        List<HandedMessage<LogEntry>> batch = batch(0, 1);

        var unused = batcher.write(messages(batch));

        assertThat(unused).isNotNull();
        assertThat(writer.triedSizes()).isEmpty();
        assertThat(batch.getFirst().settled()).isEqualTo("open");
    }

    /** A setting is mistyped. */
    @Test
    void settings_outOfRange_areRefusedWithTheExpectation() {
        assertThatThrownBy(() -> LogBatchSettings.DEFAULTS.withSize(0)).hasMessage("size: 0 (expected: 1..10000)");
        assertThatThrownBy(() -> LogBatchSettings.DEFAULTS.withThreshold(Duration.ZERO))
                .hasMessage("threshold: PT0S (expected: >= PT0.001S)");
    }

    private void write(List<HandedMessage<LogEntry>> batch) {
        write(batcher, batch);
    }

    private static void write(LogBatcher batcher, List<HandedMessage<LogEntry>> batch) {
        StepVerifier.withVirtualTime(() -> batcher.write(messages(batch)))
                .thenAwait(LONG)
                .verifyComplete();
    }

    private static List<Message<LogEntry>> messages(List<HandedMessage<LogEntry>> batch) {
        return List.copyOf(batch);
    }

    private static List<HandedMessage<LogEntry>> batch(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> HandedMessage.first(Samples.logEntry("evt_" + i, "hook", 1)))
                .toList();
    }

    private void assertLogged(String eventId) {
        StepVerifier.create(store.retrieveEvent(Samples.TENANT, eventId))
                .expectNextCount(1)
                .verifyComplete();
    }

    private void assertNotLogged(String eventId) {
        StepVerifier.create(store.retrieveEvent(Samples.TENANT, eventId)).verifyComplete();
    }
}
