package dev.postern.model;

/**
 * Something that those who run the deployment want to be told, on its way to them.
 *
 * @param id the same however often it is sent
 * @param body the JSON that is sent, which names id and topic too
 */
public record OperatorEvent(String id, String topic, String body) {

    public OperatorEvent {
        Checks.notEmpty("id", id);
        Checks.notEmpty("topic", topic);
    }
}
