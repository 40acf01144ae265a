package dev.postern.portal.session;

import java.io.Serial;

/** The page is for visitors who have signed in, and this one hasn't, or no longer is. */
public final class SignInRequiredException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    SignInRequiredException() {
        super("Not signed in");
    }
}
