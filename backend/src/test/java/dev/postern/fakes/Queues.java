package dev.postern.fakes;

import dev.postern.queue.MessageQueue;
import dev.postern.queue.QueueSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What stands in a queue. */
public final class Queues {

    /** Hands refused messages out again at once. */
    public static final QueueSettings EAGER = QueueSettings.defaults().withNackDelay(Duration.ofMillis(1));

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Takes everything that waits in the queue off it. */
    public static <T> List<T> drain(MessageQueue<T> queue) {
        var bodies = new CopyOnWriteArrayList<T>();
        long depth = queue.depth().blockOptional(PATIENCE).orElseThrow();
        if (depth > 0) {
            queue.consume(Math.toIntExact(depth))
                    .take(depth)
                    .concatMap(message -> message.ack().thenReturn(message.body()))
                    .doOnNext(bodies::add)
                    .blockLast(PATIENCE);
        }
        return bodies;
    }

    private Queues() {}
}
