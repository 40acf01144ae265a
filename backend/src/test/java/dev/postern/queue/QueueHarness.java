package dev.postern.queue;

import static org.awaitility.Awaitility.await;

import dev.postern.queue.MessageQueue.Message;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import reactor.core.Disposable;

/** What the queues' contract needs of an adapter, and does with it. */
public abstract class QueueHarness<T> {

    protected static final Duration PATIENCE = Duration.ofSeconds(20);
    protected static final QueueSettings QUICK = QueueSettings.defaults()
            .withNackDelay(Duration.ofMillis(20))
            .withVisibility(Duration.ofMillis(400))
            .withPublishWait(Duration.ofMillis(100));

    private final List<Disposable> consumers = new CopyOnWriteArrayList<>();

    /** An empty queue. */
    protected abstract MessageQueue<T> create(QueueSettings settings);

    /** Equal for equal numbers. */
    protected abstract T message(int number);

    /** The message as it travels. */
    protected abstract MessageCodec<T> codec();

    /** Puts bytes into the created queue that are no message, as an older or foreign producer may. */
    protected abstract void publishUndecodable(String body);

    /** Whether a message may count a failure though it was only on its way to a consumer that was cancelled. */
    protected boolean mayCountUnseen() {
        return false;
    }

    /** Whether it knows how old its messages are. */
    protected boolean tellsAge() {
        return true;
    }

    /** Lets go of what the queues of a test needed, their consumers being cancelled. */
    protected void disconnect() {}

    @AfterEach
    final void cancelConsumers() {
        consumers.forEach(Disposable::dispose);
        disconnect();
    }

    protected final List<T> messages(int from, int to) {
        return IntStream.range(from, to).mapToObj(this::message).toList();
    }

    /** Cancels it after the test. */
    protected final void keep(Disposable consumer) {
        consumers.add(consumer);
    }

    protected final Hand<T> collect(MessageQueue<T> queue, int prefetch) {
        var hand = new Hand<>(queue, prefetch);
        keep(hand.subscription);
        return hand;
    }

    /** A consumer that only collects. */
    protected static final class Hand<T> {

        public final List<Message<T>> messages = new CopyOnWriteArrayList<>();
        private final Disposable subscription;

        Hand(MessageQueue<T> queue, int prefetch) {
            subscription = queue.consume(prefetch).subscribe(messages::add);
        }

        public List<Message<T>> awaitFirst(int count) {
            await().atMost(PATIENCE).until(() -> messages.size() >= count);
            return messages.subList(0, count);
        }

        public List<T> bodies() {
            return messages.stream().map(Message::body).toList();
        }

        public void cancel() {
            subscription.dispose();
        }
    }
}
