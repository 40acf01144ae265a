package dev.postern.logstore;

/** The log doesn't take entries now, whatever they hold: it is down, or its tables are not as they should be. */
public final class LogNotReadyException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Deep enough for what libraries wrap errors in; an error may be its own cause's cause. */
    private static final int MAX_CAUSES = 10;

    public LogNotReadyException(Throwable cause) {
        super(cause.getMessage(), cause);
    }

    /** What lies at the bottom of it, in a line. */
    public String reason() {
        Throwable root = this;
        for (int i = 0; i < MAX_CAUSES && root.getCause() != null; i++) {
            root = root.getCause();
        }
        return root.toString();
    }
}
