package dev.postern.model;

/** A destination's identity: its id is unique within its tenant alone. */
public record DestinationKey(String tenantId, String id) {

    public DestinationKey {
        Checks.notEmpty("tenantId", tenantId);
        Checks.notEmpty("id", id);
    }
}
