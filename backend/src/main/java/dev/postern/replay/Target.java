package dev.postern.replay;

/** An event and the destination that it is to reach. */
public record Target(String tenantId, String eventId, String destinationId) {}
