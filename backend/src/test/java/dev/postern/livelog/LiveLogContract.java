package dev.postern.livelog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.Disposables;

/** What every live log does, whoever tells and whoever hears. */
public abstract class LiveLogContract {

    protected static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Disposable.Composite ears = Disposables.composite();

    /** One process's end. */
    protected abstract LiveLog first();

    /** Another process's end; where there is one process alone, the same. */
    protected abstract LiveLog second();

    @AfterEach
    void stopListening() {
        ears.dispose();
    }

    /** Entries are stored in one process and watched in another. */
    @Test
    void tell_isHeardInItsOrder() {
        List<Heard> heard = listen(second());
        first().tell(entries(0, 3));
        first().tell(entries(3, 1_000));
        await().atMost(PATIENCE).until(() -> notices(heard).size() == 1_000);
        assertThat(notices(heard))
                .extracting(LogNotice::deliveryId)
                .containsExactlyElementsOf(
                        IntStream.range(0, 1_000).mapToObj(i -> "atm_" + i).toList());
        assertThat(heard).doesNotContain(new Heard.Gap());
    }

    @Test
    void tell_isHeardByAll() {
        List<Heard> here = listen(first());
        List<Heard> there = listen(second());
        first().tell(entries(0, 1));
        second().tell(entries(1, 2));
        await().atMost(PATIENCE)
                .until(() -> notices(here).size() == 2 && notices(there).size() == 2);
    }

    /** What filters look at arrives as it was, whatever people have named things. */
    @Test
    void tell_changesNothing() {
        List<Heard> heard = listen(second());
        Instant time = Instant.parse("2026-01-15T10:30:00.123456Z");
        var event = new Event(
                "évt \"1\"",
                "a:b{c}",
                null,
                List.of("d1", "d2"),
                "",
                true,
                time,
                Map.of("k", "secret"),
                "{\"private\":1}");
        var delivery = new Delivery(
                "atm 😀",
                "d1",
                "webhook",
                DeliveryStatus.FAILED,
                time.plusNanos(1_000),
                1,
                false,
                null,
                "secret",
                3,
                event);
        var again =
                new Delivery("atm_2", "d2", "webhook", DeliveryStatus.SUCCESS, time, 2, true, "200", null, 3, event);
        first().tell(List.of(new LogEntry(event, delivery, null), new LogEntry(event, again, null)));
        await().atMost(PATIENCE).until(() -> notices(heard).size() == 2);
        assertThat(notices(heard))
                .containsExactly(
                        new LogNotice(
                                "a:b{c}",
                                "évt \"1\"",
                                "atm 😀",
                                "d1",
                                "webhook",
                                "",
                                DeliveryStatus.FAILED,
                                null,
                                time.plusNanos(1_000),
                                time,
                                1,
                                false,
                                List.of("d1", "d2")),
                        new LogNotice(
                                "a:b{c}",
                                "évt \"1\"",
                                "atm_2",
                                "d2",
                                "webhook",
                                "",
                                DeliveryStatus.SUCCESS,
                                "200",
                                time,
                                time,
                                2,
                                true,
                                List.of()));
    }

    /** Nobody watches, and later somebody does: what was before is read in the log. */
    @Test
    void tell_isNotKept() {
        first().tell(entries(0, 5));
        List<Heard> heard = listen(second());
        first().tell(entries(5, 6));
        await().atMost(PATIENCE).until(() -> !notices(heard).isEmpty());
        assertThat(notices(heard)).extracting(LogNotice::deliveryId).containsExactly("atm_5");
        assertThat(heard).doesNotContain(new Heard.Gap());
    }

    @Test
    void hear_endsWhenItIsWantedNoMore() {
        List<Heard> gone = new CopyOnWriteArrayList<>();
        Disposable ear = second().hear().subscribe(gone::add);
        await().atMost(PATIENCE).until(() -> gone.contains(new Heard.Listening()));
        ear.dispose();
        List<Heard> heard = listen(second());
        first().tell(entries(0, 1));
        await().atMost(PATIENCE).until(() -> !notices(heard).isEmpty());
        assertThat(notices(gone)).isEmpty();
    }

    /** Listens, and waits until nothing is missed. */
    protected List<Heard> listen(LiveLog log) {
        List<Heard> heard = new CopyOnWriteArrayList<>();
        ears.add(log.hear().subscribe(heard::add));
        await().atMost(PATIENCE).until(() -> heard.contains(new Heard.Listening()));
        return heard;
    }

    protected static List<LogNotice> notices(List<Heard> heard) {
        return heard.stream()
                .filter(Heard.Notices.class::isInstance)
                .flatMap(one -> ((Heard.Notices) one).notices().stream())
                .toList();
    }

    /** Deliveries with these numbers, each of an event of its own. */
    protected static List<LogEntry> entries(int from, int to) {
        Instant time = Instant.parse("2026-01-15T10:30:00Z");
        return IntStream.range(from, to)
                .mapToObj(i -> {
                    var event = new Event(
                            "evt_" + i, "acme", null, List.of("des_1"), "user.created", true, time, Map.of(), "{}");
                    return new LogEntry(
                            event,
                            new Delivery(
                                    "atm_" + i,
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
    }
}
