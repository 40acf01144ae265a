package dev.postern.queue;

import dev.postern.model.OperatorEvent;

/** What operators are to be told. */
public interface OperatorEventQueue extends MessageQueue<OperatorEvent> {}
