package dev.postern.delivery;

import dev.postern.provider.PublishOutcome;
import dev.postern.provider.RateLimit;
import java.util.Optional;

/** Learns what comes out of a task while it is handled. */
interface Passage {

    Passage UNWATCHED = new Passage() {
        @Override
        public void limited(Optional<RateLimit> limit) {}

        @Override
        public void ended(PublishOutcome outcome) {}
    };

    /** How often the destination may be given events, as it was read just now. */
    void limited(Optional<RateLimit> limit);

    /** The attempt that was made. Not called where none was. */
    void ended(PublishOutcome outcome);
}
