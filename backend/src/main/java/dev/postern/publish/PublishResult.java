package dev.postern.publish;

import dev.postern.model.Event;

/** How a publication ended. */
public sealed interface PublishResult {

    /** The event matched, and one task per matched destination is safely queued. */
    record Accepted(Event event) implements PublishResult {}

    /** This tenant published this id before, within the idempotency window; nothing was queued again. */
    record Duplicate(Event event) implements PublishResult {}

    /** No destination takes the event; nothing was stored. */
    record NoMatch(Event event) implements PublishResult {}

    /** The same id is being published at this moment by somebody else. */
    record InProgress(Event event) implements PublishResult {}

    /** The installation publishes a fixed list of topics, and this is none of them. */
    record UnknownTopic(String topic) implements PublishResult {}
}
