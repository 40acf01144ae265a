package dev.postern.portal.session;

import java.io.Serial;

/** As many visitors are signed in as the settings allow. */
public final class SessionsFullException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    SessionsFullException(int max) {
        super("sessions: " + max + " are open already");
    }
}
