package dev.postern.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.postern.queue.MessageQueue.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What every queue does. */
public abstract class MessageQueueContract<T> extends DeadLetterContract<T> {

    @Test
    void publish_unsubscribedWritesNothing() {
        var queue = create(QUICK);
        Mono<Void> unsubscribed = queue.publish(messages(0, 3));
        assertThat(queue.depth().block()).isZero();
        unsubscribed.block();
        assertThat(queue.depth().block()).isEqualTo(3);
    }

    @Test
    void ack_unsubscribedLeavesTheMessageInHand() {
        var queue = create(QUICK);
        queue.publish(messages(0, 1)).block();
        Message<T> message = collect(queue, 1).awaitFirst(1).getFirst();
        Mono<Void> ack = message.ack();
        assertThat(queue.depth().block()).isEqualTo(1);
        ack.block();
        assertThat(queue.depth().block()).isZero();
    }

    /** Somebody is told when the first of those that wait has waited for too long. */
    @Test
    void oldest_isTheFirstThatIsNotGone() {
        var queue = create(QUICK);
        assertThat(queue.oldest().blockOptional()).isEmpty();
        queue.publish(messages(0, 1)).block();
        Instant first = queue.oldest().block();
        if (!tellsAge()) {
            assertThat(first).isNull();
            return;
        }
        assertThat(first).isBetween(Instant.now().minus(PATIENCE), Instant.now().plus(PATIENCE));
        Message<T> message = collect(queue, 1).awaitFirst(1).getFirst();
        assertThat(queue.oldest().block()).isEqualTo(first);
        message.ack().block();
        assertThat(queue.oldest().blockOptional()).isEmpty();
    }

    @Test
    void publish_nothingIsFine() {
        var queue = create(QUICK);
        queue.publish(List.of()).block();
        assertThat(queue.depth().block()).isZero();
    }

    @Test
    void publish_tooManyAreRefused() {
        var queue = create(QUICK);
        assertThatThrownBy(() -> queue.publish(messages(0, 10_001)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("10001 (expected: at most 10000)");
    }

    @Test
    void consume_withoutPrefetchIsRefused() {
        var queue = create(QUICK);
        assertThatThrownBy(() -> queue.consume(0)).isInstanceOf(IllegalArgumentException.class);
    }

    /** One publisher's events reach an idle worker as they were published. */
    @Test
    void consume_keepsTheOrder() {
        var queue = create(QUICK);
        queue.publish(messages(0, 20)).block();
        queue.publish(messages(20, 30)).block();
        StepVerifier.create(queue.consume(5)
                        .concatMap(message -> message.ack().thenReturn(message.body()))
                        .take(30))
                .expectNextSequence(messages(0, 30))
                .expectComplete()
                .verify(PATIENCE);
    }

    /** A worker that waits is told at once. */
    @Test
    void consume_takesWhatIsPublishedLater() {
        var queue = create(QUICK);
        var hand = collect(queue, 10);
        queue.publish(messages(0, 1)).block();
        assertThat(hand.awaitFirst(1)).extracting(Message::body).containsExactly(message(0));
        assertThat(hand.awaitFirst(1).getFirst().receives()).isEqualTo(1);
    }

    /** The destination store was unreachable: the task comes again. */
    @Test
    void nack_handsTheMessageOutAgain() {
        var queue = create(QUICK);
        queue.publish(messages(0, 1)).block();
        var receives = new CopyOnWriteArrayList<Integer>();
        StepVerifier.create(queue.consume(1)
                        .concatMap(message -> {
                            receives.add(message.receives());
                            return message.receives() < 3
                                    ? message.nack().then(Mono.<T>empty())
                                    : message.ack().thenReturn(message.body());
                        })
                        .take(1))
                .expectNext(message(0))
                .expectComplete()
                .verify(PATIENCE);
        assertThat(receives).containsExactly(1, 2, 3);
        assertThat(queue.depth().block()).isZero();
    }

    /** One poisonous task doesn't keep the others waiting. */
    @Test
    void nack_letsOthersPass() {
        var queue = create(QUICK);
        queue.publish(messages(0, 3)).block();
        StepVerifier.create(queue.consume(1)
                        .concatMap(message -> message.body().equals(message(0))
                                ? message.nack().then(Mono.<T>empty())
                                : message.ack().thenReturn(message.body()))
                        .take(2))
                .expectNext(message(1), message(2))
                .expectComplete()
                .verify(PATIENCE);
    }

    /** A process dies with work in hand. */
    @Test
    void consume_deadConsumersMessageGoesToAnother() {
        var queue = create(QUICK);
        queue.publish(messages(0, 1)).block();
        var dying = collect(queue, 1);
        dying.awaitFirst(1);
        dying.cancel();
        List<Message<T>> taken = collect(queue, 1).awaitFirst(1);
        assertThat(taken).extracting(Message::body).containsExactly(message(0));
        assertThat(taken.getFirst().receives()).isEqualTo(2);
    }

    /** A destination answers late: nobody else may send the same meanwhile. */
    @Test
    void consume_slowWorkIsNotTakenAway() {
        var queue = create(QUICK);
        queue.publish(messages(0, 1)).block();
        Message<T> slow = collect(queue, 1).awaitFirst(1).getFirst();
        var other = collect(queue, 1);
        await().during(QUICK.visibility().multipliedBy(3)).atMost(PATIENCE).until(() -> other.messages.isEmpty());
        slow.ack().block();
        assertThat(queue.depth().block()).isZero();
    }

    @Test
    void consume_everyMessageOnceWithTwoConsumers() {
        var queue = create(QueueSettings.defaults());
        var taken = new ConcurrentLinkedQueue<T>();
        for (int consumer = 0; consumer < 2; consumer++) {
            keep(queue.consume(20)
                    .flatMap(message -> message.ack().then(Mono.fromRunnable(() -> taken.add(message.body()))))
                    .subscribe());
        }
        IntStream.range(0, 10)
                .forEach(batch ->
                        queue.publish(messages(batch * 100, batch * 100 + 100)).block());
        await().atMost(PATIENCE).until(() -> Objects.equals(queue.depth().block(), 0L));
        await().atMost(PATIENCE).until(() -> taken.size() >= 1_000);
        assertThat(taken).hasSize(1_000);
        assertThat(Set.copyOf(taken)).isEqualTo(new HashSet<>(messages(0, 1_000)));
    }

    /** A worker that falls behind holds no more than it may, so that others find the rest. */
    @Test
    void consume_neverMoreInHandThanPrefetch() {
        var queue = create(QUICK);
        queue.publish(messages(0, 10)).block();
        var hand = collect(queue, 3);
        hand.awaitFirst(3);
        await().during(Duration.ofMillis(200)).atMost(PATIENCE).until(() -> hand.messages.size() == 3);
        assertThat(queue.depth().block()).isEqualTo(10);
        hand.messages.get(1).ack().block();
        hand.awaitFirst(4);
        await().during(Duration.ofMillis(200)).atMost(PATIENCE).until(() -> hand.messages.size() == 4);
        assertThat(hand.bodies()).containsExactlyElementsOf(messages(0, 4));
    }

    @Test
    void consume_neverMoreThanRequested() {
        var queue = create(QUICK);
        queue.publish(messages(0, 10)).block();
        StepVerifier.create(queue.consume(5), 2)
                .expectNextCount(2)
                .expectNoEvent(Duration.ofMillis(200))
                .thenRequest(1)
                .expectNextCount(1)
                .thenCancel()
                .verify(PATIENCE);
    }

    /** A process with one slot beside one with many: it doesn't sit on what the other could do. */
    @Test
    void consume_leavesToOthersWhatIsNotAskedFor() {
        var queue = create(QueueSettings.defaults().withVisibility(Duration.ofMinutes(10)));
        var small = new CopyOnWriteArrayList<Message<T>>();
        keep(queue.consume(50).subscribeWith(new BaseSubscriber<Message<T>>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                request(2);
            }

            @Override
            protected void hookOnNext(Message<T> message) {
                small.add(message);
            }
        }));
        queue.publish(messages(0, 2)).block();
        await().atMost(PATIENCE).until(() -> small.size() == 2);
        queue.publish(messages(2, 100)).block();
        assertThat(collect(queue, 200).awaitFirst(98))
                .extracting(Message::body)
                .containsExactlyInAnyOrderElementsOf(messages(2, 100));
        assertThat(small).hasSize(2);
    }

    /** Shutdown: no new work is taken, the rest is brought to an end. */
    @Test
    void cancel_messagesInHandCanStillBeAcknowledged() {
        var queue = create(QUICK);
        queue.publish(messages(0, 2)).block();
        var hand = collect(queue, 1);
        Message<T> last = hand.awaitFirst(1).getFirst();
        hand.cancel();
        last.ack().block();
        assertThat(queue.depth().block()).isEqualTo(1);
        assertThat(collect(queue, 5).awaitFirst(1)).extracting(Message::body).containsExactly(message(1));
        assertThat(hand.messages).hasSize(1);
    }

    /** A consumer goes while the queue hands out: others have what it didn't see at once, and nothing counts. */
    @Test
    void cancel_givesBackWhatWasNotTakenInHand() {
        var queue = create(
                QueueSettings.defaults().withVisibility(Duration.ofMinutes(10)).withNackDelay(Duration.ofMillis(1)));
        queue.publish(messages(0, 200)).block();
        for (int round = 0; round < 20; round++) {
            var seen = new AtomicInteger();
            Disposable consumer = queue.consume(10).subscribe(message -> {
                seen.incrementAndGet();
                message.nack().subscribe();
            });
            keep(consumer);
            int enough = 1 + round;
            await().atMost(PATIENCE).until(() -> seen.get() >= enough);
            consumer.dispose();
        }
        List<Message<T>> taken = collect(queue, 200).awaitFirst(200);
        assertThat(taken).extracting(Message::body).containsExactlyInAnyOrderElementsOf(messages(0, 200));
        if (!mayCountUnseen()) {
            assertThat(taken).allMatch(message -> message.failures() == 0);
        }
    }

    /** The log store is down for long: publishers are told, and nothing is lost. */
    @Test
    void publish_failsWhereTheQueueStaysFull() {
        var queue = create(QUICK.withCapacity(3));
        queue.publish(messages(0, 2)).block();
        StepVerifier.create(queue.publish(messages(2, 4)))
                .expectErrorSatisfies(e -> assertThat(e)
                        .isInstanceOf(QueueFullException.class)
                        .hasMessageContaining("capacity: 3 messages"))
                .verify(PATIENCE);
        assertThat(queue.depth().block()).isEqualTo(2);
        assertThat(collect(queue, 5).awaitFirst(2)).extracting(Message::body).containsExactlyElementsOf(messages(0, 2));
    }

    /** A burst is absorbed: the publisher waits until the workers catch up. */
    @Test
    void publish_waitsForRoom() {
        var queue = create(QUICK.withCapacity(2).withPublishWait(PATIENCE));
        queue.publish(messages(0, 2)).block();
        var waiting = queue.publish(messages(2, 3)).toFuture();
        var hand = collect(queue, 3);
        hand.awaitFirst(2);
        assertThat(waiting).isNotDone();
        hand.messages.getFirst().ack().block();
        await().atMost(PATIENCE).until(waiting::isDone);
        assertThat(hand.awaitFirst(3)).extracting(Message::body).containsExactlyElementsOf(messages(0, 3));
    }
}
