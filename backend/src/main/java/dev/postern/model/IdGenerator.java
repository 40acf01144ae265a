package dev.postern.model;

/** Ids for what callers left unnamed. No two are ever equal. */
public interface IdGenerator {

    String newEventId();

    String newDestinationId();

    String newDeliveryId();

    String newReplayId();
}
