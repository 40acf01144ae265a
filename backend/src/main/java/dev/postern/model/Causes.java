package dev.postern.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why an error came: what libraries wrap it in says where it was met, not what it is. */
public final class Causes {

    /** Deep enough for what libraries wrap errors in; an error may be its own cause's cause. */
    private static final int MAX = 10;

    /** The error, its cause, the cause of that, and so on. */
    public static List<Throwable> of(Throwable error) {
        List<Throwable> causes = new ArrayList<>();
        @Nullable Throwable cause = error;
        for (int i = 0; cause != null && i <= MAX; i++) {
            causes.add(cause);
            cause = cause.getCause();
        }
        return causes;
    }

    /** What lies at the bottom of it, in a line. */
    public static String reason(Throwable error) {
        return of(error).getLast().toString();
    }

    private Causes() {}
}
