package dev.postern.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.postern.model.Cursor;
import dev.postern.model.Page;
import dev.postern.queue.DeadLetter.Cause;
import dev.postern.queue.MessageQueue.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** What every queue does with messages that can't be worked off. */
public abstract class DeadLetterContract<T> extends QueueHarness<T> {

    private static final QueueSettings TWO_CHANCES =
            QUICK.withDeadLetters(DeadLetterSettings.defaults().withMaxFailures(2));

    /** A bug that a certain event wakes: it is tried again, and then out of the others' way. */
    @Test
    void fail_setsTheMessageAsideAtTheLast() {
        var queue = create(QUICK.withDeadLetters(DeadLetterSettings.defaults().withMaxFailures(3)));
        queue.publish(messages(0, 2)).block();
        var failures = new CopyOnWriteArrayList<Integer>();
        keep(queue.consume(1)
                .concatMap(message -> {
                    if (!message.body().equals(message(0))) {
                        return message.ack();
                    }
                    failures.add(message.failures());
                    return message.fail("no luck, " + message.receives());
                })
                .subscribe());
        DeadLetter letter = awaitLetters(queue, 1).getFirst();
        assertThat(letter.cause()).isEqualTo(Cause.FAILED);
        assertThat(letter.reason()).isEqualTo("no luck, 3");
        assertThat(letter.receives()).isEqualTo(3);
        assertThat(letter.body()).isEqualTo(encoded(0));
        assertThat(letter.lastSeen()).isAfterOrEqualTo(letter.firstSeen());
        assertThat(failures).containsExactly(0, 1, 2);
        await().atMost(PATIENCE).until(() -> depth(queue) == 0);
    }

    /** A store is down for an hour, and whatever is published meanwhile goes round and round. */
    @Test
    void nack_neverCounts() {
        var queue = create(TWO_CHANCES);
        queue.publish(messages(0, 1)).block();
        Message<T> last = queue.consume(1)
                .concatMap(message ->
                        message.receives() < 8 ? message.nack().then(Mono.<Message<T>>empty()) : Mono.just(message))
                .blockFirst(PATIENCE);
        assertThat(Objects.requireNonNull(last).failures()).isZero();
        last.ack().block();
        assertThat(queue.deadLetters().count().block()).isZero();
    }

    /** The store is down between two failures: the first is remembered. */
    @Test
    void nack_forgivesNothing() {
        var queue = create(TWO_CHANCES);
        queue.publish(messages(0, 1)).block();
        keep(queue.consume(1)
                .concatMap(message -> message.receives() % 2 == 0 ? message.nack() : message.fail("bad"))
                .subscribe());
        assertThat(awaitLetters(queue, 1).getFirst().receives()).isEqualTo(3);
    }

    /** It kills whoever takes it. */
    @Test
    void consume_messageWhoseConsumersDieIsSetAside() {
        var queue = create(TWO_CHANCES);
        queue.publish(messages(0, 1)).block();
        for (int death = 0; death < 2; death++) {
            var dying = collect(queue, 1);
            assertThat(dying.awaitFirst(1).getFirst().failures()).isEqualTo(death);
            dying.cancel();
        }
        var heir = collect(queue, 1);
        DeadLetter letter = awaitLetters(queue, 1).getFirst();
        assertThat(letter.cause()).isEqualTo(Cause.ABANDONED);
        assertThat(letter.receives()).isEqualTo(2);
        assertThat(letter.body()).isEqualTo(encoded(0));
        assertThat(depth(queue)).isZero();
        assertThat(heir.messages).isEmpty();
    }

    /** The log store is certain that it can't hold an entry. */
    @Test
    void setAside_atOnce() {
        var queue = create(QUICK);
        queue.publish(messages(0, 1)).block();
        Message<T> message = collect(queue, 1).awaitFirst(1).getFirst();
        Mono<Void> unsubscribed = message.setAside("can't be stored");
        assertThat(queue.deadLetters().count().block()).isZero();
        unsubscribed.block();
        DeadLetter letter = awaitLetters(queue, 1).getFirst();
        assertThat(letter.cause()).isEqualTo(Cause.REFUSED);
        assertThat(letter.reason()).isEqualTo("can't be stored");
        assertThat(depth(queue)).isZero();
    }

    /** Some other program wrote into the queue. */
    @Test
    protected void consume_setsUndecodableMessagesAside() {
        var queue = create(QUICK);
        publishUndecodable("not JSON");
        queue.publish(messages(0, 1)).block();
        assertThat(collect(queue, 5).awaitFirst(1)).extracting(Message::body).containsExactly(message(0));
        DeadLetter letter = awaitLetters(queue, 1).getFirst();
        assertThat(letter.cause()).isEqualTo(Cause.UNDECODABLE);
        assertThat(letter.body()).isEqualTo("not JSON");
        assertThat(letter.reason()).isNotEmpty();
        assertThat(depth(queue)).isEqualTo(1);
    }

    @Test
    void reason_isKeptShort() {
        var queue = create(QUICK);
        setAside(queue, 1, "x".repeat(5_000));
        assertThat(awaitLetters(queue, 1).getFirst().reason()).hasSize(1_000).endsWith("x…");
    }

    @Test
    void list_newestFirstPageByPage() {
        var queue = create(QUICK);
        setAside(queue, 5, "bad");
        DeadLetters letters = queue.deadLetters();
        var bodies = new ArrayList<String>();
        @Nullable Cursor after = null;
        Page<DeadLetter> page;
        do {
            page = Objects.requireNonNull(letters.list(2, after).block());
            assertThat(page.hasPrevious()).isEqualTo(after != null);
            page.items().forEach(letter -> bodies.add(letter.body()));
            after = page.items().getLast().cursor();
            // The place stays where it was, whatever becomes of the letter.
            letters.discard(List.of(page.items().getLast().id())).block();
        } while (page.hasNext());
        assertThat(bodies).containsExactly(encoded(4), encoded(3), encoded(2), encoded(1), encoded(0));
        assertThat(letters.count().block()).isEqualTo(2);
    }

    @Test
    void list_tooManyAreRefused() {
        DeadLetters letters = create(QUICK).deadLetters();
        assertThatThrownBy(() -> letters.list(0, null)).hasMessageContaining("limit: 0 (expected: 1..1000)");
        assertThatThrownBy(() -> letters.list(1_001, null)).hasMessageContaining("limit: 1001");
        List<String> ids = IntStream.range(0, 1_001).mapToObj(String::valueOf).toList();
        assertThatThrownBy(() -> letters.redrive(ids)).hasMessageContaining("ids: 1001");
        assertThatThrownBy(() -> letters.discard(ids)).hasMessageContaining("ids: 1001");
    }

    @Test
    void retrieve_oneOrNone() {
        var queue = create(QUICK);
        setAside(queue, 2, "bad");
        DeadLetters letters = queue.deadLetters();
        DeadLetter second = awaitLetters(queue, 2).getFirst();
        assertThat(letters.retrieve(second.id()).block()).isEqualTo(second);
        for (String id : List.of("17", "17-3", "nonsense", "", "-", "+", "9".repeat(30) + "-1")) {
            assertThat(letters.retrieve(id).blockOptional()).describedAs(id).isEmpty();
        }
    }

    /** The bug is mended: what it spoilt is done after all. */
    @Test
    void redrive_putsLettersBackAsIfNew() {
        var queue = create(TWO_CHANCES);
        setAside(queue, 3, "bad");
        DeadLetters letters = queue.deadLetters();
        List<DeadLetter> all = awaitLetters(queue, 3);
        List<String> chosen =
                List.of(all.get(2).id(), all.get(0).id(), all.get(0).id(), "nonsense", "1-1");
        var unsubscribed = letters.redrive(chosen);
        assertThat(letters.count().block()).isEqualTo(3);
        assertThat(unsubscribed.block())
                .containsExactlyInAnyOrder(all.get(2).id(), all.get(0).id());
        assertThat(letters.count().block()).isEqualTo(1);
        assertThat(depth(queue)).isEqualTo(2);
        List<Message<T>> again = collect(queue, 5).awaitFirst(2);
        assertThat(again).extracting(Message::body).containsExactlyInAnyOrder(message(0), message(2));
        assertThat(again).extracting(Message::receives).containsOnly(1);
        assertThat(again).extracting(Message::failures).containsOnly(0);
        assertThat(letters.redrive(chosen).block()).isEmpty();
    }

    /** Two operators press the button at once. */
    @Test
    void redrive_twiceAtOncePutsBackOnce() {
        var queue = create(QUICK);
        setAside(queue, 1, "bad");
        String id = awaitLetters(queue, 1).getFirst().id();
        Mono.when(IntStream.range(0, 8)
                        .mapToObj(i -> queue.deadLetters().redrive(List.of(id)))
                        .toList())
                .block();
        assertThat(depth(queue)).isEqualTo(1);
    }

    @Test
    void redrive_movesNothingWhereTheQueueHasNoRoom() {
        var queue = create(QUICK.withCapacity(2));
        setAside(queue, 2, "bad");
        queue.publish(messages(5, 6)).block();
        List<String> ids = ids(awaitLetters(queue, 2));
        assertThatThrownBy(() -> queue.deadLetters().redrive(ids).block()).isInstanceOf(QueueFullException.class);
        assertThat(queue.deadLetters().count().block()).isEqualTo(2);
        assertThat(depth(queue)).isEqualTo(1);
        assertThat(queue.deadLetters().redrive(List.of()).block()).isEmpty();
    }

    @Test
    void discard_destroysLetters() {
        var queue = create(QUICK);
        setAside(queue, 3, "bad");
        DeadLetters letters = queue.deadLetters();
        List<DeadLetter> all = awaitLetters(queue, 3);
        List<String> chosen =
                List.of(all.get(0).id(), all.get(1).id(), all.get(1).id(), "nonsense");
        var unsubscribed = letters.discard(chosen);
        assertThat(letters.count().block()).isEqualTo(3);
        assertThat(unsubscribed.block())
                .containsExactlyInAnyOrder(all.get(0).id(), all.get(1).id());
        assertThat(letters.list(10, null).map(Page::items).block()).containsExactly(all.get(2));
        assertThat(letters.discard(chosen).block()).isEmpty();
        assertThat(depth(queue)).isZero();
    }

    /** Nobody looks after the dead letters for a year: nothing is lost. */
    @Test
    void setAside_whereThereIsNoRoomLeavesTheMessageInTheQueue() {
        staysUntilThereIsRoom(DeadLetterSettings.defaults().withCapacity(2), message -> message.setAside("bad"));
    }

    @Test
    void setAside_roomIsMeasuredInBytesToo() {
        staysUntilThereIsRoom(DeadLetterSettings.defaults().withBytes(roomFor(2)), message -> message.setAside("bad"));
    }

    @Test
    void fail_whereThereIsNoRoomLeavesTheMessageInTheQueue() {
        staysUntilThereIsRoom(
                DeadLetterSettings.defaults().withCapacity(2).withMaxFailures(1), message -> message.fail("bad"));
    }

    /** An operator chose to keep the newest alone. */
    @Test
    void setAside_dropsTheOldestWhereTheSettingSaysSo() {
        dropsTheOldest(DeadLetterSettings.defaults().withCapacity(2).withDropOldest(true));
    }

    @Test
    void setAside_dropsTheOldestByBytesToo() {
        dropsTheOldest(DeadLetterSettings.defaults().withBytes(roomFor(2)).withDropOldest(true));
    }

    private void staysUntilThereIsRoom(DeadLetterSettings settings, Function<Message<T>, Mono<Void>> how) {
        var queue = create(QUICK.withDeadLetters(settings));
        queue.publish(messages(0, 4)).block();
        keep(queue.consume(1).concatMap(how).subscribe());
        List<DeadLetter> first = awaitLetters(queue, 2);
        await().during(QUICK.visibility().multipliedBy(2))
                .atMost(PATIENCE)
                .until(() -> depth(queue) == 2 && count(queue) == 2);
        queue.deadLetters().discard(ids(first)).block();
        List<DeadLetter> rest = awaitLetters(queue, 2);
        assertThat(rest).extracting(DeadLetter::body).containsExactlyInAnyOrder(encoded(2), encoded(3));
        assertThat(depth(queue)).isZero();
    }

    private void dropsTheOldest(DeadLetterSettings settings) {
        var queue = create(QUICK.withDeadLetters(settings));
        setAside(queue, 5, "bad");
        await().atMost(PATIENCE).until(() -> depth(queue) == 0);
        assertThat(queue.deadLetters().list(10, null).map(Page::items).block())
                .extracting(DeadLetter::body)
                .containsExactly(encoded(4), encoded(3));
    }

    /** A queue may count what it knows of a letter too. */
    private long roomFor(int letters) {
        return encoded(0).length() * (letters * 10L + 9) / 10;
    }

    /** Publishes as many and sets them aside, in order. */
    private void setAside(MessageQueue<T> queue, int count, String reason) {
        queue.publish(messages(0, count)).block();
        queue.consume(1)
                .concatMap(message -> message.setAside(reason).thenReturn(1))
                .take(count)
                .blockLast(PATIENCE);
    }

    private List<DeadLetter> awaitLetters(MessageQueue<T> queue, int count) {
        await().atMost(PATIENCE).until(() -> count(queue) == count);
        return Objects.requireNonNull(queue.deadLetters().list(100, null).block())
                .items();
    }

    private String encoded(int number) {
        return new String(codec().encode(message(number)), StandardCharsets.UTF_8);
    }

    private long depth(MessageQueue<T> queue) {
        return Objects.requireNonNull(queue.depth().block());
    }

    private long count(MessageQueue<T> queue) {
        return Objects.requireNonNull(queue.deadLetters().count().block());
    }

    private static List<String> ids(List<DeadLetter> letters) {
        return letters.stream().map(DeadLetter::id).toList();
    }
}
