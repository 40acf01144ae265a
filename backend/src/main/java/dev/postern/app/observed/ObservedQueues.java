package dev.postern.app.observed;

import dev.postern.model.LogEntry;
import dev.postern.model.OperatorEvent;
import dev.postern.queue.LogQueue;
import dev.postern.queue.OperatorEventQueue;

/** The queues of which nothing more is to be said. */
final class ObservedQueues {

    static final class Log extends ObservedQueue<LogEntry> implements LogQueue {

        Log(LogQueue queue, Watch publishing, Settled settled) {
            super(queue, "log", publishing, settled);
        }
    }

    static final class OperatorEvents extends ObservedQueue<OperatorEvent> implements OperatorEventQueue {

        OperatorEvents(OperatorEventQueue queue, Watch publishing, Settled settled) {
            super(queue, "operator-events", publishing, settled);
        }
    }

    private ObservedQueues() {}
}
