package dev.postern.delivery.lanes;

import dev.postern.model.DestinationKey;
import java.time.Duration;

/** A task that wants to run. One of run, park and giveBack is called, once; whoever is run says when it has ended. */
public interface Ticket {

    DestinationKey destination();

    /** Whether somebody waits for it, so that it runs though its destination counts as dead. */
    boolean isUrgent();

    void run();

    /** It is to wait elsewhere. */
    void park(Duration lookAgain);

    /** Nothing is run any more. */
    void giveBack();
}
