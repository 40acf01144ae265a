package dev.postern.model;

/** An event's identity: its id is unique within its tenant alone. */
public record EventKey(String tenantId, String id) {

    public EventKey {
        Checks.notEmpty("tenantId", tenantId);
        Checks.notEmpty("id", id);
    }
}
