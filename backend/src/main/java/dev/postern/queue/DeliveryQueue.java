package dev.postern.queue;

import dev.postern.model.DeliveryTask;

/** Attempts that are to be made. */
public interface DeliveryQueue extends MessageQueue<DeliveryTask> {}
