package dev.postern.model;

/** What the retry schedule holds: which event goes to which destination once more. */
public record RetryTask(String eventId, String tenantId, String destinationId) {

    public RetryTask {
        Checks.notEmpty("eventId", eventId);
        Checks.notEmpty("tenantId", tenantId);
        Checks.notEmpty("destinationId", destinationId);
    }
}
